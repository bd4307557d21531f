/** Requests go through a function of the client's own, which knows the address and the key. */
export default {
  store: {
    input: 'openapi.json',
    output: {
      target: 'generated/orval.ts',
      client: 'fetch',
      headers: true,
      override: { mutator: { path: './orval-request.ts', name: 'request' } },
    },
  },
};
