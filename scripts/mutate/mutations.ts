// Which single changes of a source its tests should notice: other numbers, booleans and comparisons,
// arguments in another order, and calls, awaits, catches and defaults that are gone.

import ts from 'typescript';

/** One change of a source. */
export interface Mutation {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** What is replaced: from the first character to the one before the last. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** What of a source is replaced, and by what. */
type Change = readonly [start: number, end: number, replacement: string];

/** Each comparison with the one that differs from it in the fewest cases. */
const COMPARISONS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
]);

/** Functions to which the order of their arguments is the same. */
const SYMMETRIC = new Set(['Math.max', 'Math.min']);

/** All mutations of a file, in the order of its lines. */
export function mutationsOf(file: string, text: string): Mutation[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  visit(source);
  return found;

  function visit(node: ts.Node) {
    // Types are not there when a program runs.
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) {
      return;
    }
    for (const [start, end, replacement] of changesOf(node)) {
      const line = source.getLineAndCharacterOfPosition(start).line + 1;
      found.push({ file, line, start, end, replacement });
    }
    ts.forEachChild(node, visit);
  }
}

function changesOf(node: ts.Node): Change[] {
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) return otherNumbers(node);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replace(node, 'false')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [replace(node, 'true')];
  if (ts.isBinaryExpression(node)) return otherOperator(node);
  if (ts.isExpressionStatement(node)) return withoutCall(node);
  if (ts.isAwaitExpression(node)) return [replace(node, node.expression.getText())];
  if (ts.isCatchClause(node)) return rethrown(node);
  if (ts.isCallExpression(node)) return [...swapped(node), ...uncaught(node)];
  if (ts.isParameter(node) || ts.isBindingElement(node)) return withoutDefault(node);
  return [];
}

function otherNumbers(node: ts.NumericLiteral | ts.BigIntLiteral): Change[] {
  // The name of a property, such as a status, is no quantity.
  if (ts.isPropertyAssignment(node.parent) && node.parent.name === node) return [];
  const text = node.getText();
  const suffix = ts.isBigIntLiteral(node) ? 'n' : '';
  const others = [`(${text} * 10${suffix})`, `0${suffix}`, `1${suffix}`];
  const value = Number(text.replace(/[_n]/g, ''));
  return others
    .filter((_, i) => (i === 0 ? value !== 0 : value !== i - 1))
    .map((other) => replace(node, other));
}

function otherOperator({ left, operatorToken, right }: ts.BinaryExpression): Change[] {
  const comparison = COMPARISONS.get(operatorToken.kind);
  if (comparison !== undefined) return [replace(operatorToken, comparison)];
  const isDefault = operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken;
  return isDefault ? [[left.getEnd(), right.getEnd(), '']] : [];
}

/** A statement that only calls something. One that begins with `super` has to stay. */
function withoutCall(node: ts.ExpressionStatement): Change[] {
  const { expression } = node;
  const called = ts.isAwaitExpression(expression) ? expression.expression : expression;
  const isCall = ts.isCallExpression(called) || ts.isVoidExpression(called);
  const isSuper =
    ts.isCallExpression(called) && called.expression.kind === ts.SyntaxKind.SuperKeyword;
  return isCall && !isSuper ? [replace(node, ';')] : [];
}

function rethrown({ variableDeclaration, block }: ts.CatchClause): Change[] {
  const caught = variableDeclaration?.name.getText();
  return [replace(block, caught ? `{ throw ${caught}; }` : '(caught) { throw caught; }')];
}

/** The first two arguments of a call, each in the place of the other. */
function swapped({ expression, arguments: [first, second] }: ts.CallExpression): Change[] {
  if (!first || !second || SYMMETRIC.has(expression.getText())) return [];
  if (first.getText() === second.getText()) return [];
  return [[first.getStart(), second.getEnd(), `${second.getText()}, ${first.getText()}`]];
}

function uncaught(node: ts.CallExpression): Change[] {
  const { expression } = node;
  const isCatch = ts.isPropertyAccessExpression(expression) && expression.name.text === 'catch';
  return isCatch ? [replace(node, expression.expression.getText())] : [];
}

function withoutDefault({
  initializer,
  name,
  ...node
}: ts.ParameterDeclaration | ts.BindingElement) {
  if (!initializer) return [];
  const type = 'type' in node ? node.type : undefined;
  return [[(type ?? name).getEnd(), initializer.getEnd(), ''] as const];
}

function replace(node: ts.Node, replacement: string): Change {
  return [node.getStart(), node.getEnd(), replacement];
}
