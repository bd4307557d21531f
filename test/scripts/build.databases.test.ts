// What `npm run build` makes.

import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import t from 'tap';
import { operationsOf, requestsTo } from '../platform/contract/random-requests.ts';
import { createDatabase } from '../support/databases.ts';
import { startServer } from '../support/processes.ts';
import { checkResponse, contract } from '../support/sample-contract.ts';
import { root } from '../support/scripts.ts';
import { execute, prepare } from '../support/servers/databases.ts';

const readJson = async (file: string) => JSON.parse(await readFile(join(root, file), 'utf8'));

/** The package that a file in the bundle is from, by the path in a source map. */
const SOURCE =
  /node_modules\/(?:\.pnpm\/[^/]+?@(?<version>[\w.-]+)[^/]*\/node_modules\/)?(?<name>(?:@[^/]+\/)?[^/.][^/]*)\/(?!.*node_modules)/;

t.test('the bill of materials names what is in the bundle, and nothing else', async (t) => {
  const { components, dependencies } = await readJson('dist/sbom.json');
  const { packages } = await readJson('package-lock.json');
  const listed: string[] = components.map(({ purl }: { purl: string }) => purl);
  const purl = (name: string, version = packages[`node_modules/${name}`]?.version ?? '') =>
    `pkg:npm/${name.replace('@', '%40')}@${version}`;
  // Source maps tell independently of the bill which files are in the bundle, also as parts of
  // published files. Packages of Prisma and MCP contain unpublished ones of their own.
  const names = globSync('dist/{bundle,scripts}/*.map', { cwd: root });
  const maps = await Promise.all(names.map(readJson));
  const found = maps.flatMap(({ sources }) =>
    sources.flatMap((source: string) => SOURCE.exec(source)?.groups ?? []),
  );
  const hasParts = (name: string) => /^@(?:prisma|modelcontextprotocol)\//.test(name);
  const bundled = new Set<string>();
  for (const { name, version } of found) {
    if (version || !hasParts(name) || packages[`node_modules/${name}`])
      bundled.add(purl(name, version));
  }
  t.ok(bundled.size > 130, `${bundled.size} packages`);
  t.same(
    [...bundled].filter((one) => !listed.some((purl) => purl.startsWith(one))),
    [],
  );

  t.ok(listed.includes(purl('async-mutex', '0.5.0')), 'a part without a source map');
  t.ok(listed.includes(purl('minisearch')), 'a package on the pages');
  const sqlite = new Database(':memory:').prepare('SELECT sqlite_version()').pluck().get();
  t.ok(listed.includes(`pkg:generic/sqlite@${sqlite}`));
  t.ok(listed.includes(`pkg:generic/node@${process.versions.node}`));
  t.notOk(
    listed.some((one) => one.includes('esbuild')),
    'nothing that only builds',
  );
  const used = new Set(dependencies.flatMap(({ dependsOn }: { dependsOn: string[] }) => dependsOn));
  t.same([...used].sort(), listed.sort(), 'each is used by another, or by the service');
});

t.test('the licenses are those of each installed package in the bill of materials', async (t) => {
  const lines = (await readFile(join(root, 'dist/licenses.txt'), 'utf8')).split('\n');
  const { components } = await readJson('dist/sbom.json');
  const { packages } = await readJson('package-lock.json');
  let installed = 0;
  for (const { group, name, version, licenses } of components) {
    const fullName = group ? `${group}/${name}` : name;
    if (packages[`node_modules/${fullName}`]?.version !== version) continue;
    installed += 1;
    t.ok(lines.includes(`${fullName} ${version} (${licenses[0].expression})`), fullName);
  }
  t.ok(installed > 110, `${installed} packages`);
  t.ok(lines.some((line) => line.startsWith('Permission is hereby granted, free of charge')));
});

t.test('the bundle serves every operation', async (t) => {
  const DATABASE_URL = await createDatabase();
  const key = await prepare(DATABASE_URL);
  const server = await startServer(t, { DATABASE_URL });
  for (const operation of operationsOf(contract.document)) {
    for (const request of fc.sample(requestsTo(operation), { numRuns: 20, seed: 1 })) {
      const { method, url, payload } = request;
      const response = await fetch(server.origin + url, {
        method,
        headers: { ...request.headers, authorization: `Bearer ${key}` },
        ...(payload !== undefined && { body: payload }),
      });
      t.ok(response.status < 500, `${method} ${url} ${payload}`.slice(0, 99));
      checkResponse(method, url, {
        statusCode: response.status,
        headers: Object.fromEntries(response.headers),
        payload: await response.text(),
      });
    }
  }

  t.test('and the stack trace of a fault names lines of the sources', async (t) => {
    await execute(DATABASE_URL, 'ALTER TABLE widgets RENAME TO gone');
    const headers = { authorization: `Bearer ${key}` };
    t.equal((await fetch(`${server.origin}/v1/widgets`, { headers })).status, 500);
    // On PostgreSQL it begins in the driver, whose sources are installed.
    const [, source = '', line] = await server.waitFor(
      /(?:no such table|does not exist).*?((?:node_modules\/[\w-]+\/)?src\/[\w/-]+\.ts):(\d+):/,
    );
    const lines = (await readFile(join(root, source), 'utf8')).split('\n');
    t.match(lines[Number(line) - 1], /\w+\(/, `${source}:${line}`);
  });
});
