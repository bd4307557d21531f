// What is known of a service's contracts beyond their files.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeCursor } from '../src/platform/contract/cursors.ts';
import type { Service } from '../src/platform/service.ts';
import type { CompleteOptions } from './contract/index.ts';
import { describeByGuides } from './documentation/index.ts';
import { serviceFiles } from './sources.ts';

/** Says what a service is. @param folder of another service than that of this project */
export async function readService(folder?: string): Promise<Service> {
  if (folder === undefined) return (await import('../src/service.ts')).service;
  const module = await import(pathToFileURL(resolve(serviceFiles(folder).definition)).href);
  return module.service;
}

export function contractOptions(service: Service): CompleteOptions {
  return { describe: describeByGuides, shown: { ...service, usageCursor } };
}

function usageCursor(basePath: string, operation: string): string {
  const list = `${basePath}/account/usage?from=2026-11-01&to=2026-11-30`;
  const sort = { day: 'text desc', operation: 'text asc' } as const;
  return writeCursor(list, sort, { day: '2026-11-20', operation });
}
