import t from 'tap';
import { STRING_FORMATS } from '../../../src/contract/schema/formats.ts';

for (const [format, right, wrong] of [
  [
    'date',
    ['2024-02-29', '2000-02-29', '0000-01-01', '2026-12-31'],
    [
      '2023-02-29',
      '1900-02-29',
      '2026-00-01',
      '2026-13-01',
      '2026-04-31',
      '2026-01-00',
      '26-01-01',
      '2026-1-1',
      '',
    ],
  ],
  [
    'time',
    ['09:30:00Z', '09:30:00.250z', '23:59:60Z', '00:59:60+01:00', '15:59:60-08:00'],
    [
      '09:30:00',
      '24:00:00Z',
      '09:60:00Z',
      '09:30:60Z',
      '09:30:00+0100',
      '09:30:00+24:00',
      '09:30Z',
      '',
    ],
  ],
  [
    'date-time',
    ['2026-11-21T09:30:00Z', '2016-12-31t23:59:60z'],
    ['2026-11-21 09:30:00Z', '2026-11-21', '2026-02-30T09:30:00Z', '2026-11-21T09:30:00', ''],
  ],
  [
    'uuid',
    ['2B1c5a8e-6f0d-4f63-9f0a-3d1c5a8e6f0d'],
    ['urn:uuid:2b1c5a8e-6f0d-4f63-9f0a-3d1c5a8e6f0d', '2b1c5a8e'],
  ],
  ['email', ['rex@example.com'], ['rex@', 'rex', 'r x@example.com']],
  ['uri', ['https://example.com/rex?a=b#c', 'urn:a:b'], ['/rex', 'example.com', 'https://a b']],
  ['uri-reference', ['/rex', 'https://example.com', '#a', ''], ['a b', '\\']],
] as const) {
  t.test(`knows a string of format ${format}`, async (t) => {
    const is = STRING_FORMATS.get(format);
    for (const text of right) t.equal(is?.(text), true, text);
    for (const text of wrong) t.equal(is?.(text), false, text);
  });
}

t.test('checks a long string in linear time', { timeout: 10_000 }, async (t) => {
  for (const [format, is] of STRING_FORMATS) {
    for (const part of ['a', 'a.', '1', ':', 'a@', '%20', '-']) {
      t.type(is(`a@b:${part.repeat(200_000)} `), 'boolean', `${format} ${part}`);
    }
  }
});

t.test('finds every date that does not exist', async (t) => {
  const isDateTime = STRING_FORMATS.get('date-time');
  const numbers = Array.from({ length: 34 }, (_, number) => String(number).padStart(2, '0'));
  for (const year of [1900, 2000, 2023, 2024]) {
    for (const month of numbers.slice(0, 14)) {
      for (const day of numbers) {
        const text = `${year}-${month}-${day}T23:59:59.999Z`;
        const date = new Date(text);
        const exists = !Number.isNaN(date.getTime()) && date.toISOString() === text;
        if (isDateTime?.(text) !== exists) t.fail(text);
      }
    }
  }
  for (const time of ['24:00:00.000', '23:60:00.000', '22:59:60.000', '10:00:0a.000']) {
    t.equal(isDateTime?.(`2026-11-22T${time}Z`), false, time);
  }
});
