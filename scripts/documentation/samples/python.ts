// Code samples in Python.

import { type SampleRequest, TAG_VARIABLE } from './request.ts';

/** A request as a program in Python, which needs only the standard library. */
export function python({ method, address, headers, body }: SampleRequest): string {
  const imports = ['os', 'sys', 'urllib.error', 'urllib.request'];
  if (body !== undefined) imports.unshift('json');
  if (headers.some(({ from }) => from === 'random')) imports.push('uuid');
  const lines = [`    os.environ["BASE_URL"] + ${JSON.stringify(address)},`];
  if (method !== 'GET') lines.push(`    method="${method}",`);
  lines.push('    headers={', '        "Authorization": "Bearer " + os.environ["API_KEY"],');
  for (const { name, value, from } of headers) {
    const values = {
      example: literal(value),
      random: 'str(uuid.uuid4())',
      environment: `os.environ.get("${TAG_VARIABLE}", "*")`,
    };
    lines.push(`        "${name}": ${values[from]},`);
  }
  lines.push('    },');
  if (body !== undefined) lines.push(`    data=json.dumps(${literal(body)}).encode(),`);
  return `${imports.map((name) => `import ${name}`).join('\n')}

request = urllib.request.Request(
${lines.join('\n')}
)
try:
    with urllib.request.urlopen(request) as response:
        print(response.status, response.read().decode())
except urllib.error.HTTPError as response:
    sys.exit(f"{response.status}: {response.read().decode()}")
except OSError as error:
    sys.exit(f"No response: {error}")`;
}

/** A value as Python. */
function literal(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, one]) => `${literal(key)}: ${literal(one)}`);
  return `{${entries.join(', ')}}`;
}
