import { isPair, isScalar, visit } from 'yaml';
import type { Complete } from '../../generate/complete.ts';
import type { Source } from '../../generate/source-files.ts';

/*
 * What is lost when YAML becomes JSON.
 */

/** A problem with its place, such as `openapi/openapi.yaml:12:5`. */
export interface SourceFinding {
  readonly place: string;
  readonly message: string;
}

const DECIMAL = /^([-+]?)0*(\d*)(?:\.(\d*?)0*)?(?:[eE]([-+]?\d+))?$/;

/** Reports numbers that change when they are read, and keys that objects cannot have. */
export function sourceFindings({ origins }: Complete): SourceFinding[] {
  return [...origins.sources.files.values()].flatMap(findingsIn);
}

function findingsIn({ document, placeOf }: Source): SourceFinding[] {
  const found: SourceFinding[] = [];
  visit(document, {
    Pair(_key, { key }) {
      if (!isPair(key) && isScalar(key) && key.value === '__proto__') {
        found.push({ place: placeOf(key), message: 'Write another name than `__proto__` here.' });
      }
    },
    Scalar(_key, node) {
      const { value, source } = node;
      if (typeof value !== 'number' || source === undefined || isExact(source, value)) return;
      found.push({
        place: placeOf(node),
        message: `Write a number here that every JSON parser reads exactly: this one would be read as ${value}.`,
      });
    },
  });
  return found;
}

/** Whether a number is written in decimal, and read as what it says. */
function isExact(text: string, value: number): boolean {
  const [written, read] = [text, String(value)].map(normal);
  return written !== undefined && written === read;
}

/** The digits of a decimal number and its exponent, in one form. */
function normal(text: string): string | undefined {
  const [match, sign = '', whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  if (match === undefined) return undefined;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign === '-' ? '-' : ''}${significant}e${power}`;
}
