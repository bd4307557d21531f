// The files of deploy/, compose.yaml and the Dockerfile agree with the settings and each other.

import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { parse } from 'yaml';
import packageJson from '#package' with { type: 'json' };
import { type Settings, settingsOf } from '../../src/platform/config/index.ts';
import { readConfig } from '../../src/platform/config/read-config.ts';
import { service } from '../../src/service.ts';
import { openSample } from '../helper.ts';
import { codeIn } from '../support/markdown.ts';
import { unlessInstalled } from '../support/scripts.ts';
import { SERVER_FLAGS } from '../support/servers/npm-start.ts';

const KUBERNETES = 'deploy/kubernetes';
const dockerfile = await readFile('Dockerfile', 'utf8');
const compose = parse(await readFile('compose.yaml', 'utf8'), { merge: true });
const UNIT = `deploy/${service.name}.service`;
const unit = await readFile(UNIT, 'utf8');
const kustomizationText = await readFile(`${KUBERNETES}/kustomization.yaml`, 'utf8');
const kustomization = parse(kustomizationText);

const readObject = async (name: string) => parse(await readFile(join(KUBERNETES, name), 'utf8'));
const Deployment = await readObject('deployment.yaml');
const Job = await readObject('migrate.yaml');
const NetworkPolicy = await readObject('network-policy.yaml');
const PodDisruptionBudget = await readObject('disruption-budget.yaml');
const PrometheusRule = await readObject('prometheus-rule.yaml');
const PodMonitor = await readObject('pod-monitor.yaml');
const Service = await readObject('service.yaml');
const podOf = (workload: typeof Deployment) => workload.spec.template.spec;
const [api] = podOf(Deployment).containers;
const [migrate] = podOf(Job).containers;

type Variables = Record<string, string>;

/** Reads variables from texts such as `NAME=value`. */
function variablesOf(assignments: readonly string[]): Variables {
  return Object.fromEntries(assignments.map((one) => one.split(/=(.*)/s, 2)));
}

const image = variablesOf(/^ENV (.*)$/m.exec(dockerfile)?.[1]?.split(' ') ?? []);
const inKubernetes = { ...image, ...variablesOf(kustomization.configMapGenerator[0].literals) };
/** Commented out: what to add for traces. */
const traced = variablesOf(kustomizationText.match(/(?<=# - )OTEL_.*$/gm) ?? []);
const inUnit = variablesOf(/^Environment=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? []);
const inCompose: Variables = {
  ...image,
  ...compose.services.api.environment,
  // Compose reads these from its environment; compose.test.ts sets passwords.
  PUBLIC_URL: '',
  STAGING_URL: '',
};

/** Each way to run the service: its variables, and the seconds in which it must stop. */
const WAYS = [
  { name: 'compose.yaml', variables: inCompose, grace: compose.services.api.stop_grace_period },
  {
    name: KUBERNETES,
    variables: { ...inKubernetes, ...traced },
    grace: podOf(Deployment).terminationGracePeriodSeconds,
  },
  {
    name: UNIT,
    variables: inUnit,
    grace: /^TimeoutStopSec=(.*)$/m.exec(unit)?.[1],
  },
];

t.test('sets variables of the service to valid values', async (t) => {
  for (const { name, variables } of WAYS) {
    t.ok(Object.keys(variables).length > 2, name);
    const direct: Variables = {};
    for (const [variable, value] of Object.entries(variables)) {
      const isFile = variable.endsWith('_FILE');
      const setting = settingsOf(service)[variable.replace(/_FILE$/, '') as keyof Settings];
      t.ok(setting, `${name}: ${variable}`);
      if (isFile) t.ok('x-secret' in setting, `${name}: ${variable}`);
      else direct[variable] = value;
    }
    t.doesNotThrow(() => readConfig(service, direct), name);
  }
});

t.test('waits longer than a stop may take', async (t) => {
  for (const { name, variables, grace } of WAYS) {
    const { SHUTDOWN_SECONDS } = readConfig(service, {
      DRAIN_SECONDS: variables.DRAIN_SECONDS,
      SHUTDOWN_SECONDS: variables.SHUTDOWN_SECONDS,
    });
    // After that time, the last counts are stored for up to a second.
    t.ok(Number.parseInt(grace, 10) > SHUTDOWN_SECONDS + 1, `${name}: ${grace}`);
  }
});

t.test('starts the server as npm start does, and commands that are built', async (t) => {
  const [, started = ''] = /^ExecStart=\S+\/node (.*)$/m.exec(unit) ?? [];
  const server = [...SERVER_FLAGS, 'dist/bundle/server.js'];
  t.strictSame(started.replace(`/opt/${service.name}/`, '').split(' '), server);
  const [, ...arguments_] = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '[]');
  t.strictSame(arguments_, server);
  const texts = [unit, JSON.stringify([compose, migrate.args, api.args])];
  for (const name of ['compose.yaml', `${KUBERNETES}/kustomization.yaml`, 'OPERATIONS.md']) {
    texts.push(await readFile(name, 'utf8'));
  }
  const commands: readonly string[] =
    texts.join('\n').match(/(?<=dist\/scripts\/)\w+(?=\.js)/g) ?? [];
  t.ok(commands.includes('migrate') && commands.includes('keys'));
  const built = await readFile('scripts/build/update.ts', 'utf8');
  for (const command of commands) t.match(built, `'scripts/${command}': `);
});

t.test('the image says what it is', async (t) => {
  const labels: readonly string[] =
    dockerfile.match(/(?<=org\.opencontainers\.image\.)\w+="[^"]*"/g) ?? [];
  t.ok(labels.includes(`version="${packageJson.version}"`));
  t.ok(labels.includes(`licenses="${packageJson.license}"`));
  t.ok(labels.includes('revision="$REVISION"'));
  t.match(dockerfile, /^USER 1000:1000$/m);
  const { HOST, PORT, METRICS_HOST } = readConfig(service, image);
  t.strictSame([HOST, METRICS_HOST], ['::', '::']);
  t.match(dockerfile, new RegExp(`^EXPOSE ${PORT} ${inKubernetes.METRICS_PORT}$`, 'm'));
});

t.test('no container of compose.yaml has rights of root', async (t) => {
  const services = Object.entries<Record<string, unknown>>(compose.services);
  for (const [name, { build, user, ...service }] of services) {
    t.match(service, { cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }, name);
    t.equal(service.read_only, true, name);
    t.notMatch(Object.keys(service).join(), /cap_add|privileged|devices|pid|network_mode/, name);
    // Our own image has its user. The others would start as root, for rights that are dropped.
    if (build === undefined) t.equal(user, String(service.image).replace(/:.*/, ''), name);
  }
});

t.test('compose.yaml comes back after a reboot, and bounds its logs', async (t) => {
  for (const [name, { restart, logging }] of Object.entries<typeof api>(compose.services)) {
    const isTask = name === 'migrate' || name === 'grants';
    t.equal(restart, isTask ? 'on-failure' : 'unless-stopped', name);
    t.match(logging.options, { 'max-size': /^\d+m$/, 'max-file': /^\d$/ }, name);
  }
  t.equal(compose.networks.default.enable_ipv6, compose.services.balancer.environment.IPV6);
  // A rolling restart runs new instances beside the old ones.
  const balancer = await readFile('deploy/haproxy.cfg', 'utf8');
  const [, names] = /server-template api (\d+) /.exec(balancer) ?? [];
  const { replicas } = compose.services.api.deploy;
  t.equal(Number(names), 2 * replicas);
  const commands = codeIn('sh', await readFile('OPERATIONS.md', 'utf8'));
  t.match(commands.join(), `--scale api=${2 * replicas} api `);
});

t.test('Kubernetes: ports, paths and names agree', async (t) => {
  const { PORT, METRICS_PORT } = readConfig(service, { METRICS_PORT: inKubernetes.METRICS_PORT });
  t.strictSame(api.ports, [
    { name: 'http', containerPort: PORT },
    { name: 'metrics', containerPort: METRICS_PORT },
  ]);
  const { app } = await openSample(t);
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    const { path, port } = api[probe].httpGet;
    t.equal(port, 'http');
    t.equal((await app.inject(path)).statusCode, 200, `${probe} ${path}`);
  }
  t.equal(Service.spec.ports[0].targetPort, 'http');
  const [{ port, path }] = PodMonitor.spec.podMetricsEndpoints;
  t.strictSame([port, path], ['metrics', '/metrics']);
  // The job of the alerts.
  t.equal(Deployment.spec.template.metadata.labels[PodMonitor.spec.jobLabel], service.name);
  const { groups } = parse(await readFile('deploy/alerts.yaml', 'utf8'));
  t.strictSame(PrometheusRule.spec.groups, groups);
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
    const [{ volumeMounts, image: name, securityContext: own }] = containers;
    t.equal(own.readOnlyRootFilesystem, true);
    t.equal(name, compose.services.api.image);
    t.equal(name, kustomization.images[0].name);
    t.equal(volumeMounts[0].name, volumes[0].name);
    const { secretName, defaultMode } = volumes[0].secret;
    t.equal(defaultMode, 0o440);
    const command = `kubectl create secret generic ${secretName} `;
    const [, keys = ''] = new RegExp(`${command}(.*)`).exec(kustomizationText) ?? [];
    const files = keys.match(/(?<=--from-file=)[\w-]+/g) ?? [];
    const mounted = files.map((file) => `${volumeMounts[0].mountPath}/${file}`);
    const { DATABASE_URL_FILE, REDIS_URL_FILE } = inKubernetes;
    const isApi = workload === Deployment;
    t.strictSame(mounted, isApi ? [DATABASE_URL_FILE, REDIS_URL_FILE] : [DATABASE_URL_FILE]);
  }
  t.equal(api.envFrom[0].configMapRef.name, kustomization.configMapGenerator[0].name);
  const { DATABASE_URL_FILE: value } = inKubernetes;
  t.strictSame(migrate.env, [{ name: 'DATABASE_URL_FILE', value }]);
});

const NEEDS_SYSTEMD = { skip: unlessInstalled('systemd-analyze') };

t.test('the systemd unit is valid, and restricts the service', NEEDS_SYSTEMD, async (t) => {
  // The threshold is ten times the number that systemd-analyze prints.
  const options = ['security', '--offline=true', '--threshold=19', UNIT];
  const { status, stdout, stderr } = spawnSync('systemd-analyze', options);
  t.equal(status, 0, `${stdout}${stderr}`);
  const state = /^StateDirectory=(.*)$/m.exec(unit)?.[1];
  t.match(unit, `\nWorkingDirectory=/var/lib/${state}\n`);
});
