// Modules as JavaScript.

import ts from 'typescript';

/** A module as JavaScript, with its comments, and the empty lines that TypeScript drops. */
export function withoutTypes(module: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 };
  return ts.transpile(module, compilerOptions).replaceAll(/^(?=\/\*\*)/gm, '\n');
}
