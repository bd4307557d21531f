import { relative } from 'node:path';
import ts from 'typescript';

/*
 * The rule of `npm run typecheck` that the compiler does not have: nobody would notice that a write
 * which is not awaited has failed, or comes too late.
 */

/** Checks the code that is run. Tests are exempt. */
export function main() {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const files = fileNames.map((file) => relative('.', file).replaceAll('\\', '/'));
  const found = findFloatingPromises(
    files.filter((file) => /^(src|scripts)\//.test(file)),
    { ...options, incremental: false },
  );
  for (const place of found) {
    process.stderr.write(`${place} Await this promise, or write \`void\` before it.\n`);
    process.exitCode = 1;
  }
}

/**
 * Finds promises that are neither awaited, returned, assigned nor given to `void`, and whose
 * failure nothing handles.
 *
 * @returns their places, as FILE:LINE:COLUMN
 */
export function findFloatingPromises(
  files: readonly string[],
  options: ts.CompilerOptions,
): string[] {
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const places: string[] = [];
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (source) visit(source, source);
  }
  return places;

  function visit(node: ts.Node, source: ts.SourceFile) {
    const expression = ts.isExpressionStatement(node) ? node.expression : undefined;
    if (expression && isPromise(expression) && !isHandled(expression)) {
      const { line, character } = source.getLineAndCharacterOfPosition(node.getStart());
      places.push(`${source.fileName}:${line + 1}:${character + 1}`);
    }
    ts.forEachChild(node, (child) => visit(child, source));
  }

  function isPromise(expression: ts.Expression): boolean {
    const type = checker.getTypeAtLocation(expression);
    const types = type.isUnion() ? type.types : [type];
    return types.some((one) => one.getProperty('then') && one.getProperty('catch'));
  }
}

/** Whether a promise is assigned, or its failure handled. */
function isHandled(expression: ts.Expression): boolean {
  if (ts.isBinaryExpression(expression)) {
    const { kind } = expression.operatorToken;
    return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
  }
  if (!ts.isCallExpression(expression)) return false;
  const { expression: called, arguments: given } = expression;
  if (!ts.isPropertyAccessExpression(called)) return false;
  return called.name.text === 'catch' || (called.name.text === 'then' && given.length === 2);
}
