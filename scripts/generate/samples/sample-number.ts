import type { Json } from '../json.ts';
import { bound } from './bounds.ts';

/** A number within bounds: 1 where that is allowed, or else the nearest. */
export function sampleNumber(parts: readonly Json[], isInteger: boolean, variant: number): number {
  const step = stepOf(parts, isInteger);
  const least = Math.max(
    bound(parts, 'minimum', Math.max, Number.NEGATIVE_INFINITY),
    bound(parts, 'exclusiveMinimum', Math.max, Number.NEGATIVE_INFINITY),
  );
  const most = Math.min(
    bound(parts, 'maximum', Math.min, Number.POSITIVE_INFINITY),
    bound(parts, 'exclusiveMaximum', Math.min, Number.POSITIVE_INFINITY),
  );
  const isAllowed = (value: number) =>
    value >= least &&
    value <= most &&
    parts.every((part) => value !== part.exclusiveMinimum && value !== part.exclusiveMaximum);
  const size = step ?? fitting(least, most);
  const multiple = (count: number) => Number((count * size).toFixed(decimalsOf(size)));
  const start = Math.round(Math.min(Math.max(1, least), most) / size);
  const near = [0, 1, -1, 2, -2].map((distance) => multiple(start + distance)).filter(isAllowed);
  const first = Math.round((near[0] ?? multiple(start)) / size);
  const next = multiple(first + variant);
  return isAllowed(next) ? next : multiple(first - variant);
}

/** What the number is a multiple of; undefined where it can be any. */
function stepOf(parts: readonly Json[], isInteger: boolean): number | undefined {
  const steps = parts.map(({ multipleOf }) => multipleOf).filter((one) => typeof one === 'number');
  const own = steps.length === 0 ? undefined : leastCommonMultiple(steps);
  return isInteger ? leastCommonMultiple([1, ...(own ? [own] : [])]) : own;
}

/** In whole numbers, since decimals are not exact in binary. */
function leastCommonMultiple(steps: readonly number[]): number {
  const scale = 10 ** Math.max(...steps.map(decimalsOf));
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const whole = steps.map((step) => Math.round(step * scale));
  return whole.reduce((a, b) => (a * b) / divisor(a, b)) / scale;
}

/** A power of ten that has multiples between two bounds. */
function fitting(least: number, most: number): number {
  const space = most - least;
  return space >= 2 || space <= 0 ? 1 : 10 ** (Math.floor(Math.log10(space)) - 1);
}

function decimalsOf(step: number): number {
  const [, fraction = '', exponent = '0'] = /^[\d-]+(?:\.(\d+))?(?:e(.*))?$/.exec(`${step}`) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}
