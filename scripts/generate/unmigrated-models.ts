import { readFile } from 'node:fs/promises';
import { MIGRATED_MODELS, MODELS } from './sources.ts';

/** Whether the models are others than those of the last migration, whatever their comments and white space. */
export async function hasUnmigratedModels(): Promise<boolean> {
  const [models, migrated] = await Promise.all([MODELS, MIGRATED_MODELS].map(readModels));
  return models !== migrated;
}

async function readModels(file: string): Promise<string> {
  const schema = await readFile(file, 'utf8').catch(() => '');
  return schema.replaceAll(/\/\/.*|\bgenerator \w+ \{[^}]*\}|\s+/g, ' ').replaceAll(/ +/g, ' ');
}
