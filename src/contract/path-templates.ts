import { requestPath } from './request-path.ts';

/*
 * Paths with parameters in braces, whose names can be anything.
 */

/** What cannot stand in a path beside its parameters. @see RFC 3986 section 3.3 */
const FORBIDDEN = /[^\w\-.~!$&'()+,;=:@/]/;
const PARAMETER = /\{([^{}]+)\}/g;
/** Characters that mean the same encoded, as the router takes them. @see RFC 3986 section 6.2.2.2 */
const UNRESERVED = /%(?:2[1789DE]|3\d|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi;

/** The names of the parameters of a path, in their order. */
export function parameterNames(template: string): string[] {
  return [...template.matchAll(PARAMETER)].map(([, name]) => String(name));
}

/** The paths that a template fits. */
export function templatePattern(template: string, parameter = '[^/]*'): RegExp {
  const literals = template.split(/\{[^{}]+\}/);
  const escaped = literals.map((literal) => literal.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${escaped.join(parameter)}$`);
}

/** The name that the router knows a parameter by. */
export function routerName(index: number): string {
  return `p${index}`;
}

/**
 * The path in the router's syntax.
 *
 * @throws when the router would take something in it for something else
 */
export function routerPath(template: string): string {
  const [other] = FORBIDDEN.exec(template.replaceAll(PARAMETER, '')) ?? [];
  if (other) throw new Error(`The path ${template} must not contain ${other}.`);
  let count = 0;
  return template.replaceAll(/(\{[^{}]+\})(?=([^/])?)|:/g, (found, parameter, following) => {
    if (!parameter) return found.replace(':', '::');
    const name = `:${routerName(count)}`;
    count += 1;
    // Without an expression, the router would take what follows for a part of the name.
    return following === undefined ? name : `${name}([\\s\\S]*?)`;
  });
}

/**
 * The texts in the place of a path's parameters, not decoded.
 *
 * @param template what the URL has matched
 */
export function pathTexts(url: string, template: string): string[] {
  const segments = requestPath(url).split('/');
  return template.split('/').flatMap((segment, index) => {
    if (!segment.includes('{')) return [];
    const text = String(segments[index]).replaceAll(UNRESERVED, decodeURIComponent);
    // The router has matched it.
    const found = templatePattern(segment, '(.*?)').exec(text) as RegExpExecArray;
    return found.slice(1);
  });
}
