import { box, type Colours, coloured, svg, text } from '../generate/pictures/svg.ts';
import { API_PATHS, EVERY_PATH, type Step } from './journey-steps.ts';

/*
 * A request's journey: one box for each step, with its plugins, and where the journey can end.
 */

const WIDTH = 760;
const LEFT = 20;
const BOX = 520;
const MARGIN = 14;
const LINE = 17;
const GAP = 16;
/** How many characters of code fit into a box. */
const FITTING = 68;

/** The picture in the README. */
export function journey(colours: Colours): string {
  const parts: string[] = [];
  let y = 34;
  const heading = (words: string) => {
    parts.push(text(LEFT, y, words, 'title'));
    y += 14;
  };
  const step = (one: Step) => {
    const lines = wrapped(one.plugins);
    const height = 2 * MARGIN + 14 + lines.length * LINE - 4;
    parts.push(...stepParts(one, lines, y, height));
    y += height + GAP;
  };
  heading('Every request');
  EVERY_PATH.forEach(step);
  y += 12;
  heading('Every request below /v1');
  API_PATHS.forEach(step);
  parts.push(text(LEFT + BOX / 2, y + 14, 'response', 'quiet', 'middle'));
  const style = `${coloured(colours)}\n.code { font: 12px ui-monospace, monospace; fill: ${colours.quiet} }`;
  return svg('The journey of a request', { width: WIDTH, height: y + 28 }, style, parts);
}

function stepParts({ title, ends }: Step, lines: readonly string[], y: number, height: number) {
  const middle = y + height / 2;
  const right = LEFT + BOX;
  return [
    box(LEFT, y, BOX, height, 'counted'),
    text(LEFT + MARGIN, y + MARGIN + 10, title, 'title'),
    ...lines.map((line, i) => text(LEFT + MARGIN, y + MARGIN + 10 + (i + 1) * LINE, line, 'code')),
    arrow(LEFT + BOX / 2, y + height, LEFT + BOX / 2, y + height + GAP),
    ...(ends ? [arrow(right, middle, right + 28, middle), text(right + 36, middle + 5, ends)] : []),
  ];
}

function arrow(x1: number, y1: number, x2: number, y2: number): string {
  const head =
    x1 === x2 ? `M${x2 - 4} ${y2 - 6}L${x2} ${y2}l4 -6` : `M${x2 - 6} ${y2 - 4}L${x2} ${y2}l-6 4`;
  return `<path class="arrow" d="M${x1} ${y1}L${x2} ${y2}${head}"/>`;
}

/** The names of plugins, in lines that fit. */
function wrapped(plugins: readonly string[]): string[] {
  const lines: string[] = [];
  for (const name of plugins) {
    const line = lines.at(-1);
    const longer = `${line} → ${name}`;
    if (line === undefined || longer.length > FITTING) lines.push(name);
    else lines.splice(-1, 1, longer);
  }
  return lines;
}
