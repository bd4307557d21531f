// The gate that a changed contract has to pass: what it breaks needs a new major version or an
// entry in accepted-changes.yaml, and a major version is served until its operations have ended.

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import {
  type Acceptance,
  acceptChanges,
  isBreak,
  readAcceptedChanges,
} from './accepted-changes.ts';
import { NOT_COMPARED } from './change-rules.ts';
import { compareContracts } from './changes.ts';
import { type CompleteOptions, completeContract } from './complete-contract.ts';
import { majorOf } from './read-model.ts';

const RELEASED = 'openapi/released';
const SERVED = 'openapi/served';
const CHANGELOG = 'openapi/CHANGELOG.md';
const CONTRACT = 'openapi/openapi.yaml';
const ACCEPTED = 'accepted-changes.yaml';

interface GateOptions extends CompleteOptions {
  /** The folder of the project, to which other paths are relative. */
  readonly root?: string;
  /**
   * By default the newest release of the same major version. With another, the demands are about
   * these two contracts, and not about the changelog.
   */
  readonly older?: string | undefined;
  readonly newer?: string | undefined;
  /** The day from which a sunset counts as passed, such as `2030-12-05`. */
  readonly today: string;
}

export interface GateResult {
  readonly changes: Acceptance['changes'];
  /** What to do before the contract passes. */
  readonly demands: readonly string[];
  /** `info.version` of both contracts. */
  readonly from: string;
  readonly to: string;
}

/**
 * Compares a contract with the newest release of its major version, and older major versions that
 * are still served with theirs.
 *
 * @throws if a contract, or an entry of accepted-changes.yaml, cannot be read
 */
export async function passGate(options: GateOptions): Promise<GateResult> {
  const { root = '.', today, newer = CONTRACT } = options;
  const at = (path: string) => (isAbsolute(path) ? path : join(root, path));
  const changelog = await readFile(at(CHANGELOG), 'utf8').catch(() => '');
  const isThere = existsSync(at(RELEASED));
  const releases = isThere ? (await readdir(at(RELEASED))).sort(byVersion).reverse() : [];
  const older = options.older ?? join(RELEASED, await baselineOf(at(newer), releases));
  const compared = await compareContracts(at(older), at(newer), today, options);
  const { from, to, notice } = compared;
  const entries = await readAcceptedChanges(at(join(dirname(newer), ACCEPTED)));
  const releaseDay = (version: string) => dayOf(sectionOf(changelog, version));
  const accepted = acceptChanges(compared.changes, entries, notice, releaseDay, today);
  const { changes, problems } = accepted;
  const demands = versionDemands(changes, from, to);
  // Two files that are named only have to fit each other.
  if (options.older === undefined) {
    demands.push(...problems, ...entryDemands(changes, from, to, changelog));
    demands.push(...(await majorDemands(to, releases)));
  }
  return { changes, demands, from, to };

  /** An older major version is served as it was released, until its last operation has ended. */
  async function majorDemands(to: string, releases: readonly string[]): Promise<string[]> {
    const majors = [...new Set(releases.map(majorOf))].filter((major) => major < majorOf(to));
    const found = await Promise.all(
      majors.map((major) => {
        const release = join(RELEASED, String(releases.find((name) => majorOf(name) === major)));
        const served = join(SERVED, `v${major}.yaml`);
        const isServed = existsSync(at(served));
        return isServed ? frozenDemands(release, served) : endDemands(release, served);
      }),
    );
    return found.flat();
  }

  async function frozenDemands(release: string, served: string): Promise<string[]> {
    const { changes } = await compareContracts(at(release), at(served), today);
    return changes
      .filter(({ kind }) => kind !== 'documentation' && kind !== 'excused')
      .map(({ place, where, rule, says }) => {
        const cure = `${served} may change in texts, deprecation and sunsets only.`;
        return `${place}  ${where}  ${rule}: ${says} ${cure}`;
      });
  }

  async function endDemands(release: string, served: string): Promise<string[]> {
    const { contract } = await completeContract(at(release));
    const open = contract.operations.filter(({ stability, deprecation }) => {
      return stability !== 'experimental' && (deprecation?.sunset ?? '9999') > today;
    });
    if (open.length === 0) return [];
    const names = open.map(({ operationId }) => operationId).join(', ');
    return [`${served}: keep serving ${names} of ${release} until the sunset of each has passed.`];
  }
}

/** The newest release of the same major version; for the first of a major, the newest of all. */
async function baselineOf(newer: string, releases: readonly string[]): Promise<string> {
  const { contract } = await completeContract(newer);
  const release = releases.find((name) => majorOf(name) === contract.major) ?? releases[0];
  if (!release) throw new Error(`There is no contract in ${RELEASED}.`);
  return release;
}

type Changes = GateResult['changes'];

/** What breaks needs a new major version, or an entry of its own. */
function versionDemands(changes: Changes, from: string, to: string): string[] {
  const breaks = changes.filter(isBreak);
  if (breaks.length === 0 || majorOf(to) > majorOf(from)) return [];
  const ofCode = breaks.filter(({ kind }) => kind === 'breaks generated code').length;
  const unknown = breaks.filter(({ rule }) => rule === NOT_COMPARED).length;
  const counts = [
    count(breaks.length - ofCode - unknown, 'breaking change'),
    ...(ofCode > 0 ? [`${ofCode} of generated code`] : []),
    ...(unknown > 0 ? [`${count(unknown, 'part')} that cannot be compared`] : []),
  ];
  const what = new Intl.ListFormat('en').format(counts);
  return [
    `${what}: give info.version a new major number (it is ${to}, and was ${from}), ` +
      `or name each in openapi/${ACCEPTED}.`,
  ];
}

function entryDemands(changes: Changes, from: string, to: string, changelog: string): string[] {
  if (changes.length === 0) return [];
  // What is written under a version that clients have already says nothing of this change.
  const headings = to === from ? ['Unreleased'] : ['Unreleased', to];
  const where = headings.map((heading) => `"## ${heading}"`).join(' or ');
  const isAccepted = changes.some(({ kind }) => kind === 'accepted');
  const isEntered = headings.some((heading) => {
    const parts = sectionOf(changelog, heading).split(/^### /m);
    const fit = parts.filter((part) => !isAccepted || /^Breaking$/m.test(part));
    return fit.some((part) => /^- /m.test(part));
  });
  if (isEntered) return [];
  const below = isAccepted ? `below "### Breaking" of ${where}` : `under ${where}`;
  return [`${CHANGELOG}: write a line "- ..." about the change ${below}.`];
}

function sectionOf(changelog: string, heading: string): string {
  const sections = changelog.split(/^## /m);
  return sections.find((one) => one.split(/\s/, 1)[0] === heading) ?? '';
}

/** The day of a release, which its heading has: `## 1.2.0 (2026-11-21)`. */
function dayOf(section: string): string | undefined {
  return /^\S+ \((\d{4}-\d{2}-\d{2})\)/.exec(section)?.[1];
}

/** The order of two files such as `1.10.0.yaml`. */
function byVersion(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
