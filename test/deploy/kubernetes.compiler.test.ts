// The objects of deploy/kubernetes/ fit the schemas and the types that Kubernetes publishes.

import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { parse } from 'yaml';
import { compile } from '../support/compiler.ts';
import { temporaryFolder } from '../support/databases.ts';
import { root } from '../support/scripts.ts';

const KUBERNETES = 'deploy/kubernetes';
const readObject = async (name: string) => parse(await readFile(join(KUBERNETES, name), 'utf8'));

interface KubernetesObject {
  readonly kind: string;
  readonly apiVersion: string;
}

/** Returns the module with the model of an object. */
function moduleOf({ apiVersion }: KubernetesObject): string {
  const isOperators = apiVersion.startsWith('monitoring.coreos.com/');
  const models = isOperators ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
  return `${models}/${apiVersion}`;
}

/** The source of an object with its published type, which has no other fields. */
function typed(object: KubernetesObject, name: string): string {
  return `
    import type { I${object.kind} as ${name} } from '${moduleOf(object)}';
    export const of${name}: ${name} = ${JSON.stringify(object)};`;
}

t.test('objects fit the published schemas and types', async (t) => {
  const { resources } = await readObject('kustomization.yaml');
  const files = (await readdir(KUBERNETES)).filter((name) => name !== 'kustomization.yaml');
  t.strictSame(files.sort(), resources.toSorted(), 'all are applied');
  const objects = await Promise.all(files.map(readObject));
  for (const object of objects) {
    const { [object.kind]: Model } = await import(moduleOf(object));
    t.doesNotThrow(() => new Model(object).validate(), object.kind);
  }
  const service = await readObject('service.yaml');
  const misspelt = { ...service, spec: { ...service.spec, selectors: {} } };
  const cwd = await temporaryFolder(t);
  await symlink(join(root, 'node_modules'), join(cwd, 'node_modules'));
  const sources = objects.map((object) => typed(object, object.kind));
  await writeFile(join(cwd, 'objects.mts'), [...sources, typed(misspelt, 'Misspelt')].join('\n'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', 'objects.mts'];
  const reported = await compile(options, { cwd });
  const [line, ...others] = reported
    .trim()
    .split('\n')
    .filter((text) => !text.startsWith(' '));
  t.match(line, 'selectors', 'an unknown field');
  t.strictSame(others, []);
});
