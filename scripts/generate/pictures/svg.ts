/*
 * Parts of pictures. They follow the colours of the system, and have a ground of their own, so that they
 * can be read wherever they are shown.
 */

export interface Colours {
  readonly ground: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly accent: string;
  readonly accentGround: string;
  readonly alarm: string;
  readonly alarmGround: string;
}

export const LIGHT: Colours = {
  ground: '#ffffff',
  line: '#d0d7de',
  text: '#1f2328',
  quiet: '#59636e',
  accent: '#1d4ed8',
  accentGround: '#dbeafe',
  alarm: '#b91c1c',
  alarmGround: '#fee2e2',
};

export const DARK: Colours = {
  ground: '#161b22',
  line: '#3d444d',
  text: '#f0f6fc',
  quiet: '#a9b4c0',
  accent: '#93c5fd',
  accentGround: '#1e3a8a',
  alarm: '#fca5a5',
  alarmGround: '#7f1d1d',
};

/** The rules for the classes that the parts have. */
export function coloured(colours: Colours): string {
  return [
    `.ground { fill: ${colours.ground}; stroke: ${colours.line} }`,
    `text { fill: ${colours.text}; font: 14px system-ui, sans-serif }`,
    '.title { font-weight: 600 }',
    `.quiet { fill: ${colours.quiet} }`,
    `.empty { fill: none; stroke: ${colours.quiet} }`,
    `.counted { fill: ${colours.accentGround}; stroke: ${colours.accent} }`,
    `.rejected { fill: ${colours.alarmGround}; stroke: ${colours.alarm} }`,
    `.arrow { stroke: ${colours.quiet}; fill: none }`,
  ].join('\n');
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture with its title. */
export function svg(
  title: string,
  { width, height }: Size,
  style: string,
  parts: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${title}</title>`,
    `<style>\n${style}\n</style>`,
    box(0.5, 0.5, width - 1, height - 1, 'ground', 8),
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  kind: string,
  radius = 3,
): string {
  return `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`;
}

/** @param anchor where the text has its x: `start`, `middle` or `end` */
export function text(x: number, y: number, words: string, kind = '', anchor = 'start'): string {
  return `<text class="${kind}" x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`;
}
