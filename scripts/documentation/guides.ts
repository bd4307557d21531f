// The guides for consumers, to which the contract's description leads: those that every service
// has, and those of the service, in the words of the service.
//
// Where a guide has a line such as `<!-- table: plans -->`, a table is made from the data that the
// service itself uses. `{$title}` is a word of the service, see guide-words.ts. What is between
// `<!-- if: account -->` and `<!-- end -->` is there if the contract has that. A file
// `parts/NAME.md` beside the service's own guides replaces what is between `<!-- part: NAME -->`
// and `<!-- end -->`. Pages make tabs of the programs between `<!-- tabs -->` and `<!-- end -->`,
// each with the text above it, and give each row of the table below `<!-- anchors: headers/ -->` an
// anchor: that prefix and the text of its first cell.

// Not by way of the folders' indexes, which load what is generated.
import { basename, join } from 'node:path';
import type { PlanTable } from '../../src/platform/keys/plans.ts';
import { RESERVE_LIMITS } from '../../src/platform/limits/counting/reserve.ts';
import type { Service } from '../../src/platform/service.ts';
import type { Contract } from '../contract/index.ts';
import { errorCodes } from '../error-codes.ts';
import { readFolder, readGuides } from './description.ts';
import { conditionsOf, wordsOf } from './guide-words.ts';
import { sharedBy } from './page/shared.ts';

/** What guides are about. */
interface Subject {
  readonly contract: Contract;
  readonly service: Service;
  /** The folders with the guides. The last of them has those of the service. */
  readonly guides: readonly string[];
}

const TABLES: ReadonlyMap<string, (subject: Subject) => string> = new Map([
  ['plans', plansTable],
  ['reserve', reserveTable],
  ['headers of every response', sharedHeadersTable],
  ['error codes', errorCodesTable],
  ['scopes', scopesTable],
]);
/** A line that is replaced, or begins or ends what is. */
const DIRECTIVE = /^ *<!-- (?:(table|if|part|anchors): (.*)|(tabs)|(end)) -->$/;
/** A link to a part of the documentation, or a picture. */
const LINK = /\]\(((?:docs)?#[^)\s]+|docs\/static\/[^)\s]+)\)/g;

/** A guide asks for what is not known. The message begins with its line. */
export class GuideError extends Error {}

/** All guides, one after the other. */
export interface Guides {
  /** With the lines that tell pages of tabs and of anchors. */
  readonly marked: string;
  /** Without them. */
  readonly markdown: string;
  readonly links: readonly Link[];
}

/** A link of a guide. */
export interface Link {
  /** The file, the line and the column. */
  readonly place: string;
  readonly target: string;
}

/**
 * Puts guides together, in the order of the names of their files. Of two with the same name, the
 * later folder's is taken.
 *
 * @throws with the line of a guide that asks for what is not known
 */
export async function readGuidesOf(subject: Subject): Promise<Guides> {
  const [guides, parts] = await Promise.all([
    Promise.all(subject.guides.map(readGuides)),
    readFolder(join(subject.guides.at(-1) ?? '', 'parts'), '*.md'),
  ]);
  // A guide of the service takes the place of one with its name.
  const byName = new Map(guides.flat().map((guide) => [basename(guide.file), guide]));
  const inOrder = [...byName].sort(([one], [other]) => (one < other ? -1 : 1));
  const known: Known = {
    conditions: conditionsOf(subject.contract, subject.service),
    words: wordsOf(subject.contract, subject.service),
    tables: (name) => TABLES.get(name)?.(subject),
    parts: new Map(parts.map((part) => [basename(part.file, '.md'), part])),
  };
  const lines = inOrder.map(([, guide]) => completed(guide, known));
  const links = lines.flat().flatMap(({ place, text }) =>
    [...text.matchAll(LINK)].map(({ 1: target = '', index }) => {
      return { place: `${place}:${index + 1 + ']('.length}`, target };
    }),
  );
  const withoutMarkers = lines.map((ofGuide) => ofGuide.filter(({ isMarker }) => !isMarker));
  return { marked: joined(lines), markdown: joined(withoutMarkers), links };
}

function joined(guides: readonly (readonly Line[])[]): string {
  const texts = guides.map((lines) => lines.map(({ text }) => text).join('\n'));
  // A guide may be about what the contract has not.
  return texts.filter((text) => text !== '').join('\n\n');
}

/** The pictures in folders of guides, by name. */
export async function picturesIn(folders: readonly string[]): Promise<Map<string, string>> {
  const pictures = await Promise.all(folders.map((folder) => readFolder(folder, '*.svg')));
  return new Map(pictures.flat().map(({ file, text }) => [basename(file), text]));
}

interface Known {
  readonly conditions: Readonly<Record<string, boolean>>;
  readonly words: Readonly<Record<string, string | undefined>>;
  readonly tables: (name: string) => string | undefined;
  readonly parts: ReadonlyMap<string, Guide>;
}

interface Guide {
  readonly file: string;
  readonly text: string;
}

/** A line of a guide, and where it was written. */
interface Line {
  readonly text: string;
  /** The file and the line. */
  readonly place: string;
  /** Whether it only tells pages how to show what is below it. */
  readonly isMarker?: true;
}

/** A guide with its tables and words. */
function completed(guide: Guide, known: Known): Line[] {
  const lines: Line[] = [];
  /** What has begun, and not ended: whether it is there, and whether a marker ends it. */
  const open: { readonly isThere: boolean; readonly isMarked?: true }[] = [];
  for (const [index, line] of guide.text.trim().split('\n').entries()) {
    const [, kind, name = '', isTabs, isEnd] = DIRECTIVE.exec(line) ?? [];
    const place = `${guide.file}:${index + 1}`;
    const isHere = open.every(({ isThere }) => isThere);
    const unknown = (names: Iterable<string>): never => {
      const all = [...names].join(', ');
      throw new GuideError(`${place}:1 There is no ${kind} "${name}". Known are: ${all}.`);
    };
    if (isEnd) {
      if (open.pop()?.isMarked && isHere) lines.push({ text: line, place, isMarker: true });
    } else if (kind === 'if') {
      open.push({ isThere: known.conditions[name] ?? unknown(Object.keys(known.conditions)) });
    } else if (kind === 'part') {
      const part = known.parts.get(name);
      if (part && isHere) lines.push(...completed(part, known));
      open.push({ isThere: part === undefined });
    } else if (isTabs || kind === 'anchors') {
      if (isHere) lines.push({ text: line, place, isMarker: true });
      if (isTabs) open.push({ isThere: true, isMarked: true });
    } else if (!isHere) {
      // Nothing of it is read.
    } else if (kind === 'table') {
      lines.push({ text: known.tables(name) ?? unknown(TABLES.keys()), place });
    } else {
      lines.push({ text: filled(line, `${place}:1`, known), place });
    }
  }
  return lines;
}

function filled(line: string, place: string, { words }: Known): string {
  return line.replaceAll(/\{\$(\w+)\}/g, (_all, name) => {
    const word = Object.hasOwn(words, name) ? words[name] : undefined;
    if (word !== undefined) return word;
    const all = Object.keys(words).join(', ');
    throw new GuideError(`${place} The contract has no word for {$${name}}. Known words: ${all}.`);
  });
}

const inWords = (limit: number) => limit.toLocaleString('en-US');

function plansTable({ service }: Subject): string {
  const plans: PlanTable = service.plans;
  const rows = Object.entries(plans).map(([plan, limits]) => [
    `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`,
    limits === 'custom' ? limits : inWords(limits.perMinute),
    limits === 'custom' ? limits : inWords(limits.perDay),
  ]);
  return markdownTable(['Plan', 'Requests per minute', 'Requests per day'], rows);
}

function reserveTable({ contract }: Subject): string {
  const names = contract.operations
    .filter(({ hasReserve }) => hasReserve)
    .map(({ operationId }) => `\`${operationId}\``);
  const { perMinute, perDay } = RESERVE_LIMITS;
  const row = [names.join(', '), inWords(perMinute), inWords(perDay)];
  return markdownTable(['Operations', 'Requests per minute', 'Requests per day'], [row]);
}

function sharedHeadersTable({ contract }: Subject): string {
  const { headers } = sharedBy(contract.operations);
  const rows = headers
    .filter(({ isInAll }) => isInAll)
    // The last fact is an example.
    .map(({ name, description, facts }) => [
      `\`${name}\``,
      [description, facts.at(-1)].join(' ').replaceAll(/\s+/g, ' '),
    ]);
  return markdownTable(['Header', 'Meaning'], rows);
}

function errorCodesTable(): string {
  const rows = Object.entries(errorCodes()).map(([code, { status, meaning }]) => [
    `\`${code}\``,
    `${status}`,
    meaning,
  ]);
  return markdownTable(['Code', 'Status', 'Meaning'], rows);
}

function scopesTable({ contract }: Subject): string {
  const rows = Object.entries(contract.scopes).map(([scope, allows]) => {
    const operations = contract.operations.filter(({ scopes }) => scopes.includes(scope));
    const names = operations.map(({ operationId }) => `\`${operationId}\``);
    return [`\`${scope}\``, allows, names.join(', ')];
  });
  return markdownTable(['Scope', 'Allows a key to', 'Operations'], rows);
}

/** A table. A column is right-aligned if its first cell begins with a number. */
function markdownTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const alignments = titles.map((_, i) => (/^\d/.test(rows[0]?.[i] ?? '') ? '---:' : '---'));
  const lines = [titles, alignments, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.join('\n');
}
