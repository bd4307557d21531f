// What the README shows of the store is true.

import { readFile } from 'node:fs/promises';
import t from 'tap';
import { openStore } from '../helper.ts';

t.test('the request in the README gets the response in the README', async (t) => {
  const { send } = await openStore(t);
  const readme = await readFile('README.md', 'utf8');
  const [, url = '', payload = ''] = /curl -X POST \S+?(\/v1\S+) .*?-d '(.*?)'/s.exec(readme) ?? [];
  const [, expected] = /```json\n(.*?)\n```/s.exec(readme) ?? [];
  const headers = { 'content-type': 'application/json' };
  const response = await send({ method: 'POST', url, headers, payload });
  t.strictSame([response.statusCode, response.payload], [201, expected]);
});
