import t from 'tap';
import { continueTrace } from '../../src/http/trace-context.ts';
import { openStore } from '../helper.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const VALID = `00-${TRACE}-${SPAN}-01`;

/** What callers send, and the flags of the trace that is continued. */
const CONTINUED: [traceparent: string, flags: string][] = [
  [VALID, '01'],
  [`00-${TRACE}-${SPAN}-00`, '00'],
  [`00-${TRACE}-${SPAN}-02`, '02'],
  [`00-${TRACE}-${SPAN}-03`, '03'],
  // Flags without a meaning are not passed on.
  [`00-${TRACE}-${SPAN}-ff`, '03'],
  [`00-${TRACE}-${SPAN}-08`, '00'],
  // Later versions are read as far as this one goes.
  [`01-${TRACE}-${SPAN}-01`, '01'],
  [`cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`, '01'],
  [`fe-${TRACE}-${SPAN}-01-`, '01'],
];

const INVALID: unknown[] = [
  undefined,
  '',
  [VALID],
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-1`,
  `00-${TRACE}-${SPAN}-011`,
  `00-${TRACE}-${SPAN}-01-`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE}-${SPAN}-01.more`,
  `cc-${TRACE}-${SPAN}-01.what-the-future-will-not-be-like`,
  `cc-${TRACE}-${SPAN}-011`,
  `ff-${TRACE}-${SPAN}-01`,
  `ff-${TRACE}-${SPAN}-01-more`,
  `0-${TRACE}-${SPAN}-01`,
  `000-${TRACE}-${SPAN}-01`,
  `.0-${TRACE}-${SPAN}-01`,
  `0x-${TRACE}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.slice(1)}-${SPAN}-01`,
  `00-${TRACE}0-${SPAN}-01`,
  `00-${TRACE}-${SPAN.slice(1)}-01`,
  `00-${TRACE}-${SPAN}0-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN.toUpperCase()}-01`,
  `00-${TRACE}-${SPAN}-0A`,
  `00-${TRACE.replace('0', 'g')}-${SPAN}-01`,
  `00_${TRACE}_${SPAN}_01`,
  `${VALID}\n`,
  ` ${VALID}`,
  // As Node joins two header fields.
  `${VALID}, ${VALID}`,
  `cc-${TRACE}-${SPAN}-01-more, ${VALID}`,
];

t.test('continues the trace of a caller with a span id of its own', async (t) => {
  for (const [traceparent, flags] of CONTINUED) {
    const { spanId, ...trace } = continueTrace(traceparent);
    t.strictSame(trace, { traceId: TRACE, parentSpanId: SPAN, flags }, traceparent);
    t.match(spanId, /^[\da-f]{16}$/);
    t.not(spanId, SPAN);
  }
});

t.test('begins a trace where there is no valid one', async (t) => {
  for (const traceparent of INVALID) {
    const { traceId, spanId, ...rest } = continueTrace(traceparent);
    t.match([traceId, spanId], [/^[\da-f]{32}$/, /^[\da-f]{16}$/]);
    t.not(traceId, TRACE, JSON.stringify(traceparent));
    t.strictSame(rest, { flags: '00' }, 'not sampled, and without a parent');
  }
});

t.test('gives every request ids of its own', async (t) => {
  const traces = Array.from({ length: 1_000 }, () => continueTrace(undefined));
  t.equal(new Set(traces.map(({ traceId }) => traceId)).size, 1_000);
  t.equal(new Set(traces.map(({ spanId }) => spanId)).size, 1_000);
});

t.test('is in each line of a request, and in those of no other', async (t) => {
  const { send, database, log } = await openStore(t, { LOG_LEVEL: 'info' });
  await database.client.$executeRawUnsafe('ALTER TABLE pets RENAME TO elsewhere');
  await send({ url: '/v1/pets', headers: { traceparent: VALID, tracestate: 'a=b' } });
  await send({ url: '/v1/pets/1', headers: { traceparent: `${VALID}, ${VALID}` } });
  const lines = log.map((line) => JSON.parse(line));
  const ofRequest = (line: Record<string, unknown>) =>
    ['trace_id', 'span_id', 'trace_flags', 'animal_store.request.id'].map((name) => line[name]);
  t.match(lines, [
    { severity_text: 'ERROR', trace_id: TRACE, trace_flags: '01', 'exception.message': String },
    { severity_text: 'INFO', parent_span_id: SPAN, 'http.response.status_code': 500 },
    { severity_text: 'ERROR', trace_flags: '00' },
    { severity_text: 'INFO', 'http.response.status_code': 500 },
  ]);
  t.same(ofRequest(lines[0]), ofRequest(lines[1]));
  t.same(ofRequest(lines[2]), ofRequest(lines[3]));
  t.not(lines[0].trace_id, lines[2].trace_id);
  t.not(lines[0].span_id, SPAN);
  t.notHas(lines[3], { parent_span_id: String });
});
