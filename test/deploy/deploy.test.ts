import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import ts from 'typescript';
import { parse } from 'yaml';
import packageJson from '#package' with { type: 'json' };
import { SERVER_FLAGS } from '../../scripts/servers/npm-start.ts';
import { readConfig } from '../../src/config.ts';
import { SETTINGS } from '../../src/settings/index.ts';
import { openStore } from '../helper.ts';
import { missing } from '../support/servers/balancers.ts';

/*
 * The files of deploy/, compose.yaml and the Dockerfile, held against the settings and each other.
 */

const KUBERNETES = 'deploy/kubernetes';
const dockerfile = await readFile('Dockerfile', 'utf8');
const compose = parse(await readFile('compose.yaml', 'utf8'), { merge: true });
const unit = await readFile('deploy/animal-store.service', 'utf8');
const kustomization = parse(await readFile(`${KUBERNETES}/kustomization.yaml`, 'utf8'));

interface KubernetesObject {
  readonly name: string;
  readonly apiVersion: string;
  // biome-ignore lint/suspicious/noExplicitAny: the schemas say more, see below
  readonly [field: string]: any;
}

type Kind =
  | 'Deployment'
  | 'Job'
  | 'NetworkPolicy'
  | 'PodDisruptionBudget'
  | 'PodMonitor'
  | 'Service';

/** The objects of Kubernetes, by their kind, with the file of each. */
const objects = Object.fromEntries(
  await Promise.all(
    (kustomization.resources as string[]).map(async (name) => {
      const object = parse(await readFile(join(KUBERNETES, name), 'utf8'));
      return [object.kind, { ...object, name }];
    }),
  ),
) as Readonly<Record<Kind, KubernetesObject>>;
const { Deployment, Job, NetworkPolicy, PodDisruptionBudget, PodMonitor, Service } = objects;
const podOf = (workload: KubernetesObject) => workload.spec.template.spec;
const [api] = podOf(Deployment).containers;
const [migrate] = podOf(Job).containers;

type Variables = Record<string, string>;

/** The variables of `NAME=value` in lines or lists. */
function variablesOf(assignments: readonly string[]): Variables {
  return Object.fromEntries(assignments.map((one) => one.split(/=(.*)/s, 2)));
}

const image = variablesOf(/^ENV (.*)$/m.exec(dockerfile)?.[1]?.split(' ') ?? []);
const inKubernetes = { ...image, ...variablesOf(kustomization.configMapGenerator[0].literals) };
/** Commented out: what to add for traces. */
const traced = variablesOf(
  (await readFile(`${KUBERNETES}/kustomization.yaml`, 'utf8')).match(/(?<=# - )OTEL_.*$/gm) ?? [],
);
const inUnit = variablesOf(/^Environment=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? []);
const inCompose: Variables = {
  ...image,
  ...compose.services.api.environment,
  // What compose itself reads from its environment.
  DATABASE_URL: 'postgresql://animal_store:secret@postgres/animal_store?sslmode=disable',
  PUBLIC_URL: '',
  STAGING_URL: '',
};

/** Each way to run the service: its variables, and the seconds that it has to stop. */
const WAYS = [
  { name: 'compose.yaml', variables: inCompose, grace: compose.services.api.stop_grace_period },
  {
    name: KUBERNETES,
    variables: { ...inKubernetes, ...traced },
    grace: podOf(Deployment).terminationGracePeriodSeconds,
  },
  {
    name: 'animal-store.service',
    variables: inUnit,
    grace: /^TimeoutStopSec=(.*)$/m.exec(unit)?.[1],
  },
];

t.test('sets variables that there are, to values that are valid', async (t) => {
  for (const { name, variables } of WAYS) {
    t.ok(Object.keys(variables).length > 2, name);
    const direct: Variables = {};
    for (const [variable, value] of Object.entries(variables)) {
      const isFile = variable.endsWith('_FILE');
      const setting = SETTINGS[variable.replace(/_FILE$/, '') as keyof typeof SETTINGS];
      t.ok(setting, `${name}: ${variable}`);
      if (isFile) t.ok('x-secret' in setting, `${name}: ${variable}`);
      else direct[variable] = value;
    }
    t.doesNotThrow(() => readConfig(direct), name);
  }
});

t.test('gives a stop longer than draining and shutting down together', async (t) => {
  for (const { name, variables, grace } of WAYS) {
    const { DRAIN_SECONDS, SHUTDOWN_SECONDS } = readConfig({
      DRAIN_SECONDS: variables.DRAIN_SECONDS,
      SHUTDOWN_SECONDS: variables.SHUTDOWN_SECONDS,
    });
    t.ok(Number.parseInt(grace, 10) > DRAIN_SECONDS + SHUTDOWN_SECONDS, `${name}: ${grace}`);
  }
});

t.test('starts the server as npm start does, and commands that are built', async (t) => {
  const [, started = ''] = /^ExecStart=\S+\/node (.*)$/m.exec(unit) ?? [];
  const server = [...SERVER_FLAGS, 'dist/bundle/server.js'];
  t.strictSame(started.replace('/opt/animal-store/', '').split(' '), server);
  const [, ...arguments_] = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '[]');
  t.strictSame(arguments_, server);
  const texts = [unit, JSON.stringify([compose, migrate.args, api.args])];
  for (const name of ['compose.yaml', `${KUBERNETES}/kustomization.yaml`, 'OPERATIONS.md']) {
    texts.push(await readFile(name, 'utf8'));
  }
  const commands: readonly string[] =
    texts.join('\n').match(/(?<=dist\/scripts\/)\w+(?=\.js)/g) ?? [];
  t.ok(commands.includes('migrate') && commands.includes('keys'));
  const built = await readFile('scripts/build/index.ts', 'utf8');
  for (const command of commands) t.match(built, `'scripts/${command}': `);
});

t.test('the image says what it is', async (t) => {
  const labels: readonly string[] =
    dockerfile.match(/(?<=org\.opencontainers\.image\.)\w+="[^"]*"/g) ?? [];
  t.ok(labels.includes(`version="${packageJson.version}"`));
  t.ok(labels.includes(`licenses="${packageJson.license}"`));
  t.ok(labels.includes('revision="$REVISION"'));
  t.match(dockerfile, /^USER 1000:1000$/m);
  for (const name of ['api', 'migrate']) t.equal(compose.services[name].read_only, true, name);
  const { HOST, PORT, METRICS_HOST } = readConfig(image);
  t.strictSame([HOST, METRICS_HOST], ['0.0.0.0', '0.0.0.0']);
  t.match(dockerfile, new RegExp(`^EXPOSE ${PORT} ${inKubernetes.METRICS_PORT}$`, 'm'));
});

t.test('Kubernetes: ports, paths and names agree', async (t) => {
  const { PORT, METRICS_PORT } = readConfig({ METRICS_PORT: inKubernetes.METRICS_PORT });
  t.strictSame(api.ports, [
    { name: 'http', containerPort: PORT },
    { name: 'metrics', containerPort: METRICS_PORT },
  ]);
  const { app } = await openStore(t);
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    const { path, port } = api[probe].httpGet;
    t.equal(port, 'http');
    t.equal((await app.inject(path)).statusCode, 200, `${probe} ${path}`);
  }
  t.equal(Service.spec.ports[0].targetPort, 'http');
  const [{ port, path }] = PodMonitor.spec.podMetricsEndpoints;
  t.strictSame([port, path], ['metrics', '/metrics']);
  const allowed = NetworkPolicy.spec.ingress.map(({ ports }: { ports: object[] }) => ports[0]);
  t.strictSame(allowed, [{ port: 'http' }, { port: 'metrics' }]);
  const called = NetworkPolicy.spec.egress.at(-1).ports.map(({ port }: { port: number }) => port);
  t.ok(called.includes(Number(new URL(traced.OTEL_EXPORTER_OTLP_ENDPOINT ?? '').port)));

  const { labels } = Deployment.spec.template.metadata;
  for (const { spec } of [Deployment, PodDisruptionBudget, PodMonitor]) {
    t.strictSame(spec.selector.matchLabels, labels);
  }
  t.strictSame(Service.spec.selector, labels);
  t.match(labels, NetworkPolicy.spec.podSelector.matchLabels);
  t.match(Job.spec.template.metadata.labels, NetworkPolicy.spec.podSelector.matchLabels);

  for (const workload of [Deployment, Job]) {
    const { volumes, containers, securityContext } = podOf(workload);
    t.equal(`${securityContext.runAsUser}:${securityContext.runAsGroup}`, '1000:1000');
    const [{ volumeMounts, envFrom, image: name, securityContext: own }] = containers;
    t.equal(own.readOnlyRootFilesystem, true);
    t.equal(name, compose.services.api.image);
    t.equal(name, kustomization.images[0].name);
    t.equal(envFrom[0].configMapRef.name, kustomization.configMapGenerator[0].name);
    t.equal(volumeMounts[0].name, volumes[0].name);
    const { secretName, defaultMode } = volumes[0].secret;
    t.equal(defaultMode, 0o440);
    const command = `kubectl create secret generic ${secretName}`;
    const [, keys = ''] = new RegExp(`${command} (.*)`).exec(await readKustomization()) ?? [];
    const files = keys
      .split('--from-file=')
      .filter(Boolean)
      .map((key) => key.trim());
    t.strictSame(
      [inKubernetes.DATABASE_URL_FILE, inKubernetes.REDIS_URL_FILE],
      files.map((file) => `${volumeMounts[0].mountPath}/${file}`),
    );
  }
});

const readKustomization = () => readFile(`${KUBERNETES}/kustomization.yaml`, 'utf8');

/** What the types of the published schemas find fault with, unknown fields as well. */
function faultsOf(modules: Readonly<Record<string, { module: string; object: object }>>): string[] {
  const source = Object.entries(modules).map(
    ([kind, { module, object }]) => `
      import type { I${kind} } from '${module}';
      export const of${kind}: I${kind} = ${JSON.stringify(object)};`,
  );
  const file = 'test/deploy/objects.ts';
  const options = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, source.join('\n'), ts.ScriptTarget.ESNext)
      : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

t.test('Kubernetes: objects fit the published schemas', async (t) => {
  const files = (await readdir(KUBERNETES)).filter((name) => name !== 'kustomization.yaml');
  t.strictSame(files.sort(), kustomization.resources.toSorted(), 'all are applied');
  const checked: Record<string, { module: string; object: object }> = {};
  for (const [kind, { name, ...object }] of Object.entries(objects)) {
    const isOperators = object.apiVersion.startsWith('monitoring.coreos.com/');
    const models = isOperators ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
    const module = `${models}/${object.apiVersion}`;
    const { [kind]: Model } = await import(module);
    t.doesNotThrow(() => new Model(object).validate(), name);
    checked[kind] = { module, object };
  }
  t.strictSame(faultsOf(checked), []);
  const { name: _, ...service } = Service;
  const misspelt = { ...service, spec: { ...Service.spec, selectors: {} } };
  const [fault] = faultsOf({ Service: { module: 'kubernetes-models/v1', object: misspelt } });
  t.match(fault, 'selectors', 'a field that there is not');
});

/**
 * Runs systemd's own tool.
 *
 * @returns what it has written if it finds fault, or undefined if it is not there
 */
function systemdAnalyze(t: Test, ...args: string[]): string | undefined {
  const { error, status, stdout, stderr } = spawnSync('systemd-analyze', args);
  if (error) return missing(t, 'systemd-analyze');
  return status === 0 ? '' : `${stdout}${stderr}`;
}

t.test('the systemd unit is valid, and gives the service little to do harm with', async (t) => {
  const file = 'deploy/animal-store.service';
  // Of ten times the number that it prints.
  const faults = systemdAnalyze(t, 'security', '--offline=true', '--threshold=19', file);
  if (faults !== undefined) t.equal(faults, '');
  const state = /^StateDirectory=(.*)$/m.exec(unit)?.[1];
  t.match(unit, `\nWorkingDirectory=/var/lib/${state}\n`);
});
