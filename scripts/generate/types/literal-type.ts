import { NULL } from 'openapi-typescript';
import ts from 'typescript';

const { factory } = ts;

/** The type that has a constant as its only value. */
export function literalType(constant: unknown, isInt64: boolean): ts.TypeNode {
  if (constant === null) return NULL;
  if (typeof constant === 'string') {
    return factory.createLiteralTypeNode(factory.createStringLiteral(constant));
  }
  if (typeof constant === 'boolean') {
    return factory.createLiteralTypeNode(constant ? factory.createTrue() : factory.createFalse());
  }
  return numberType(Number(constant), isInt64);
}

function numberType(constant: number, isInt64: boolean) {
  const digits = String(Math.abs(constant));
  const literal = isInt64
    ? factory.createBigIntLiteral(`${digits}n`)
    : factory.createNumericLiteral(digits);
  return factory.createLiteralTypeNode(
    constant < 0 ? factory.createPrefixUnaryExpression(ts.SyntaxKind.MinusToken, literal) : literal,
  );
}
