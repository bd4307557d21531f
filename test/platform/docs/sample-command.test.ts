// The first request that the start shows: test/platform/start.test.ts runs it.

import t from 'tap';
import { sampleCommand } from '../../../src/platform/docs/index.ts';
import { contract } from '../../support/sample-contract.ts';

t.test('shows how to create something, in one line', async (t) => {
  const command = sampleCommand(contract, 'http://localhost:3000', 'smp_$&');
  t.equal(
    command,
    // The text of the key is shown as it is.
    'curl -i "http://localhost:3000/v1/widgets" -H "Authorization: Bearer smp_$&"' +
      ` -H "Content-Type: application/json" -d '{"name":"Bolt","groupId":7}'`,
  );
});

t.test('shows a list where nothing can be created, and nothing without samples', async (t) => {
  const list = { 'x-codeSamples': [{ label: 'curl', source: 'curl \\\n  $BASE_URL/things' }] };
  const only = (paths: object) =>
    ({ basePath: '/v1', document: { paths } }) as unknown as typeof contract;
  const one = { '/things/{id}': { get: {} }, '/things': { get: list } };
  t.equal(sampleCommand(only(one), 'http://a', 'key'), 'curl http://a/v1/things');
  t.equal(sampleCommand(only({ '/things': { get: {} } }), 'http://a', 'key'), '');
});
