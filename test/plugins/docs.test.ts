import { Validator } from '@seriousme/openapi-schema-validator';
import t from 'tap';
import { parse } from 'yaml';
import { contract } from '../../src/contract.js';
import { openStore } from '../helper.js';

const ADDRESSES = {
  PUBLIC_URL: 'https://api.example.com/v1',
  STAGING_URL: 'https://staging.example.com/animals/v1',
};

t.test('publishes the contract as JSON and as YAML, without a key', async (t) => {
  const { app } = await openStore(t);
  const json = await app.inject('/openapi.json');
  t.equal(json.statusCode, 200);
  t.equal(json.headers['content-type'], 'application/json; charset=utf-8');
  t.strictSame(json.json(), JSON.parse(JSON.stringify(contract)));
  const yaml = await app.inject('/openapi.yaml');
  t.equal(yaml.statusCode, 200);
  t.equal(yaml.headers['content-type'], 'application/yaml');
  t.strictSame(parse(yaml.payload), json.json());
});

t.test('publishes valid OpenAPI 3.1', async (t) => {
  const { app } = await openStore(t, ADDRESSES);
  const validator = new Validator();
  const { valid, errors } = await validator.validate((await app.inject('/openapi.json')).json());
  t.ok(valid, JSON.stringify(errors));
  t.equal(validator.version, '3.1');
});

t.test('names the addresses of production and staging that are configured', async (t) => {
  const { app } = await openStore(t, ADDRESSES);
  const servers = [
    { url: '/v1' },
    { url: 'https://api.example.com/v1', description: 'Production' },
    { url: 'https://staging.example.com/animals/v1', description: 'Staging' },
  ];
  const json = (await app.inject('/openapi.json')).json();
  t.strictSame(json, JSON.parse(JSON.stringify({ ...contract, servers })));
  t.strictSame(parse((await app.inject('/openapi.yaml')).payload), json);
});

t.test(
  'shows the documentation without a key, and lets it load nothing from elsewhere',
  async (t) => {
    const { app } = await openStore(t);
    const { statusCode, headers, payload } = await app.inject('/docs');
    t.equal(statusCode, 200);
    t.equal(headers['content-type'], 'text/html; charset=utf-8');
    t.strictSame(String(headers['content-security-policy']).split('; '), [
      "default-src 'self'",
      "img-src 'self' data:",
      "style-src 'self' 'unsafe-inline'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
    const files = [...payload.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
    t.ok(files.length > 4);
    for (const file of files) {
      const { pathname, origin } = new URL(file, 'http://store/docs');
      t.equal(origin, 'http://store');
      t.equal((await app.inject(pathname)).statusCode, 200, file);
    }
  },
);
