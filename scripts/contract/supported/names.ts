import { must, type Rule } from './rules.ts';

/*
 * Names that code is made of, or that JSON is read by.
 */

/** The name of a component. @see https://spec.openapis.org/oas/v3.1.1.html#components-object */
export const componentName: Rule = must(
  (name) => /^[A-Za-z0-9._-]+$/.test(String(name)) && !isInherited(name),
  'a name of letters, digits, `.`, `_` and `-` that JavaScript objects do not have themselves',
);

/** The name of a field. JSON with `__proto__` is rejected, since it is used to attack JavaScript. */
export const propertyName: Rule = must(
  (name) => name !== '__proto__',
  'another name than `__proto__`',
);

const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval ' +
    'export extends false finally for function if implements import in instanceof interface let new ' +
    'null package private protected public return static super switch this throw true try typeof ' +
    'var void while with yield'
  ).split(' '),
);

/** An operationId becomes the name of a function. */
export const functionName: Rule = must(
  (name) => typeof name === 'string' && !RESERVED.has(name) && !isInherited(name),
  'a name that a function can have',
);

function isInherited(name: unknown) {
  return String(name) in {};
}
