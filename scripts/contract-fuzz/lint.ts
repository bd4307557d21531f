import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inTemporaryFolder } from '../temporary-folder.ts';

const LINT = ['scripts/run.js', 'scripts/contract/lint.ts'];

/** Lints contracts in one run. @returns for each the problems that were found, without their places */
export async function lintAll(documents: readonly object[]): Promise<string[][]> {
  return inTemporaryFolder(async (folder) => {
    const files = documents.map((_, index) => join(folder, `${index}.yaml`));
    await Promise.all(
      // JSON is YAML.
      files.map((file, index) => writeFile(file, JSON.stringify(documents[index], null, 1))),
    );
    const child = spawn(process.execPath, [...LINT, ...files], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const lines = [...out.split('\n'), ...err.split('\n')].filter(Boolean);
    const foreign = lines.find((line) => !line.startsWith(folder));
    if (foreign !== undefined) throw new Error(`contract:lint says:\n${err.slice(0, 3_000)}`);
    return files.map((file) => {
      const said = lines.filter(
        (line) => line.startsWith(`${file}:`) || line.startsWith(`${file} `),
      );
      if (said.length === 0) throw new Error(`contract:lint says nothing about ${file}.`);
      const isRight = said.some((line) => line.endsWith('keeps all rules.'));
      return isRight ? [] : said.map((line) => line.slice(file.length));
    });
  });
}
