// What spells a name of the service, and cannot get it from src/service.ts, has the one of there.

import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import t from 'tap';
import { namePrefix } from '../../src/platform/service.ts';
import { service } from '../../src/service.ts';

const { product, name } = service;
const prefix = namePrefix(service);
const role = `${prefix}_service`;
const KUBERNETES = 'deploy/kubernetes/*.yaml';
const RULES = 'deploy/{alerts,kubernetes/prometheus-rule}.yaml';
const joined = product.replaceAll(' ', '');
const UNIT = `deploy/${name}.service`;
/** Of several processes at one port. */
const TEMPLATE = `deploy/${name}@.service`;
const UNITS = `deploy/${name}{,@}.service`;

/** Where each name is: in these files, whatever the group of the pattern finds. */
const PLACES: readonly (readonly [files: string, place: RegExp, expected: string])[] = [
  ['package.json', /^ {2}"name": "(.*)",$/gm, name],
  ['package-lock.json', /^ {2}"name": "(.*)",$/gm, name],
  ['openapi/openapi.yaml', /^ {2}title: (.*)$/gm, product],
  ['Dockerfile', /image\.title="([^"]*)"/g, product],
  ['compose.yaml', /^ {2}image: (.*)$/gm, name],
  ['compose.yaml', /(?:POSTGRES|PG)(?:_?DB|DATABASE|_?USER): (.*)$/gm, prefix],
  ['compose.yaml', /pg_isready, --username=(\w+)/g, prefix],
  ['compose.yaml', /postgresql:\/\/(\w+?)(?:_service)?@/g, prefix],
  ['compose.yaml', /postgresql:\/\/(\w+_service)@/g, role],
  ['compose.yaml', /postgresql:\/\/\w+@postgres\/(\w+)/g, prefix],
  ['deploy/grants.sql', /CREATE ROLE (\w+)/g, role],
  ['{deploy/alerts.yaml,deploy/dashboard.json}', /job=\\?"([^"\\$]+)\\?"/g, name],
  [KUBERNETES, /job="([^"]+)"/g, name],
  [RULES, /^ *- name: (.*)$/gm, name],
  // Anything else that an alert begins with is found whole.
  [RULES, new RegExp(`- alert: (${joined}(?=[A-Z])|\\w+)`, 'g'), joined],
  ['deploy/dashboard.json', /\b(\w+)_build_info/g, prefix],
  ['deploy/dashboard.json', /^ {2}"title": "(.*)",?$/gm, product],
  [KUBERNETES, /app\.kubernetes\.io\/name: ([\w-]+)/g, name],
  [KUBERNETES, /^metadata:\n {2}name: ([\w-]+?)(?:-migrate)?$/gm, name],
  [KUBERNETES, /(?:image: |newName: .*\/)([\w-]+)/g, name],
  [KUBERNETES, /\/run\/secrets\/([\w-]+)/g, name],
  [KUBERNETES, /secretName: ([\w-]+?)(?:-owner)?,/g, name],
  [UNITS, /^Description=([^,\n]*)/gm, product],
  [UNITS, /\b([a-z-]+)(?=@\d)/g, name],
  [UNITS, /^(?:User|StateDirectory)=(.*)$/gm, name],
  [UNITS, /\/(?:opt|etc(?!\/systemd)|var\/lib)\/([\w-]+?)(?:[/ ,]|$)/gm, name],
];

t.test('every name of the service is that of service.ts', async (t) => {
  for (const unit of [UNIT, TEMPLATE]) t.ok(existsSync(unit), 'a unit is a file of that name');
  for (const [files, place, expected] of PLACES) {
    const found = new Set<string>();
    for (const file of globSync(files)) {
      for (const [, text = ''] of (await readFile(file, 'utf8')).matchAll(place)) found.add(text);
    }
    t.strictSame([...found], [expected], `${files} ${place}`);
  }
});

t.test('one process, and each of several, are guarded by systemd in the same way', async (t) => {
  const settingsIn = async (file: string) => {
    const lines = (await readFile(file, 'utf8')).split('\n');
    return lines.filter((line) => /^[A-Z]\w+=/.test(line) && !/^(?:Desc|Env|LoadC)/.test(line));
  };
  const settings = await settingsIn(UNIT);
  t.ok(settings.includes('ProtectSystem=strict'));
  t.strictSame(await settingsIn(TEMPLATE), settings);
});
