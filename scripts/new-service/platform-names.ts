// The names that the platform has already, and a resource must not have: of its models and tables,
// of the parts of a contract that openapi/platform adds, and of its error codes.

import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { errorCodesOf } from '../../src/platform/errors/catalogue.ts';
import { PLATFORM_MODELS } from '../sources.ts';

/** What an action of an overlay adds, as far as it has names. */
interface Added {
  readonly tags?: readonly { readonly name: string }[];
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: Readonly<Record<string, object>>;
}
interface Operation {
  readonly operationId?: string;
}

export async function platformNames(): Promise<ReadonlySet<string>> {
  const models = await readFile(PLATFORM_MODELS.file, 'utf8');
  const ofModels = [...models.matchAll(/^(?:model|enum) (\w+)|@@map\("(\w+)"\)/gm)];
  const overlays = globSync('openapi/platform/*.yaml').map(async (file) => {
    // One of the files is no overlay.
    const { actions = [] } = parse(await readFile(file, 'utf8'));
    return (actions as readonly { update?: Added }[]).flatMap(({ update = {} }) => namesIn(update));
  });
  return new Set([
    ...ofModels.map(([, model, table]) => model ?? table ?? ''),
    ...(await Promise.all(overlays)).flat(),
    ...Object.keys(errorCodesOf({})),
  ]);
}

function namesIn({ tags = [], paths = {}, components = {} }: Added): string[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return [
    ...tags.map(({ name }) => name),
    ...Object.keys(paths),
    ...operations.flatMap(({ operationId }) => operationId ?? []),
    ...Object.values(components).flatMap((parts) => Object.keys(parts)),
  ];
}
