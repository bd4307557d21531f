// Not by way of the folder's index, which loads what is generated.
import { limitsOf } from '../../../src/limits/plans.ts';
import { box, coloured, DARK, LIGHT, svg, text } from './svg.ts';

/*
 * Both windows of the Free plan on one timeline: a minute that is used up, a pause, another minute, and the
 * day that counts both.
 */

const LEFT = 20;
const RIGHT = 500;
const BAR = 38;

/** Seconds from the first request. */
const USED_UP = 40;
const MINUTE = 60;
const RESUMED = 80;
const NOW = 115;
/** Requests of the second minute. */
const MORE = 30;

/** The picture in the guide on rate limits. */
export function rateLimitWindows(): string {
  const { perMinute, perDay } = limitsOf({ plan: 'free', perMinute: null, perDay: null });
  const left = (perDay - perMinute - MORE).toLocaleString('en-US');
  const style = `${coloured(LIGHT)}\n@media (prefers-color-scheme: dark) {\n${coloured(DARK)}\n}`;
  return svg('Both windows of the Free plan', { width: 520, height: 292 }, style, [
    text(LEFT, 30, `Minute window: ${perMinute} requests`, 'title'),
    bar(42, RESUMED, RESUMED + MINUTE, 'empty'),
    bar(42, 0, USED_UP, 'counted', `${perMinute} requests`),
    bar(42, USED_UP, MINUTE, 'rejected', '429'),
    bar(42, RESUMED, NOW, 'counted', `${MORE} requests`),
    text(at(USED_UP), 100, '↑ Retry-After: 20', 'quiet'),
    text(LEFT, 120, 'opens with the', 'quiet'),
    text(LEFT, 138, 'first request', 'quiet'),
    text(at(MINUTE), 120, 'ends', 'quiet', 'end'),
    text(at(RESUMED), 120, 'the next request', 'quiet'),
    text(at(RESUMED), 138, 'opens another one', 'quiet'),
    text(LEFT, 182, `Day window: ${perDay.toLocaleString('en-US')} requests`, 'title'),
    box(LEFT, 194, RIGHT - LEFT, BAR, 'empty'),
    bar(194, 0, USED_UP, 'counted', `${perMinute} requests`),
    bar(194, RESUMED, NOW, 'counted', `${MORE} requests`),
    text(RIGHT - 10, 218, `${left} left`, '', 'end'),
    text(at(MINUTE), 218, '429: not counted', 'quiet', 'middle'),
    ...[0, USED_UP, MINUTE, RESUMED].map((second) =>
      text(at(second), 262, `${second} s`, 'quiet', second === 0 ? 'start' : 'middle'),
    ),
    text(RIGHT, 262, '… 24 hours', 'quiet', 'end'),
  ]);
}

function bar(y: number, from: number, to: number, kind: string, words = ''): string {
  const width = at(to) - at(from);
  return (
    box(at(from), y, width, BAR, kind) + text(at(from) + width / 2, y + 24, words, '', 'middle')
  );
}

function at(second: number): number {
  return LEFT + second * 3.2;
}
