// Made from openapi/ by `npm run generate`. Edit what is there, not this.

export const contract = {
  "openapi": "3.1.0",
  "info": {
    "title": "Animal Store",
    "version": "1.0.0",
    "summary": "Keeps the inventory of animals that a store offers.",
    "contact": {
      "name": "The operator of the store"
    },
    "license": {
      "name": "MIT",
      "identifier": "MIT"
    },
    "description": "Use this API to list the animals of a store, to add animals, and to list the store's orders. Requests\nand responses have JSON bodies (`application/json`).\n\nStart with [First steps](#first-steps). Before you write a client, read [Rate limits](#rate-limits),\n[Errors](#errors) and [Pagination](#pagination).\n\n## First steps\n\nIn five minutes you add an animal and list all animals. You need a [base address](#base-addresses) and an\n[API key](#authentication). All samples in this documentation read both from the environment:\n\n```sh\nexport BASE_URL=http://127.0.0.1:3000/v1\nexport API_KEY=ask_...\n```\n\nThe programs need no packages. Those in TypeScript run on Node.js 22.18 or later, those in Python on\nPython 3.9 or later.\n\n### Add an animal\n\nCategories are not managed here, so `categoryId` can be any 64-bit integer. The `Idempotency-Key` makes it\n[safe to retry](#idempotent-requests) the request. With curl:\n\n```sh\ncurl -i \"$BASE_URL/pets\" \\\n  -H \"Authorization: Bearer $API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -H \"Idempotency-Key: $(uuidgen)\" \\\n  -d '{\"name\":\"Rex\",\"categoryId\":7}'\n```\n\nIn TypeScript, save this program as `add-pet.mts` and run `node add-pet.mts`:\n\n```ts\nconst response = await fetch(`${process.env.BASE_URL}/pets`, {\n  method: 'POST',\n  headers: {\n    Authorization: `Bearer ${process.env.API_KEY}`,\n    'Content-Type': 'application/json',\n    'Idempotency-Key': crypto.randomUUID(),\n  },\n  body: JSON.stringify({ name: 'Rex', categoryId: 7 }),\n});\nconsole.log(response.status, await response.text());\n```\n\nIn Python, save this program as `add_pet.py` and run `python3 add_pet.py`:\n\n```python\nimport json\nimport os\nimport uuid\nfrom urllib.request import Request, urlopen\n\nrequest = Request(\n    os.environ[\"BASE_URL\"] + \"/pets\",\n    headers={\n        \"Authorization\": \"Bearer \" + os.environ[\"API_KEY\"],\n        \"Content-Type\": \"application/json\",\n        \"Idempotency-Key\": str(uuid.uuid4()),\n    },\n    data=json.dumps({\"name\": \"Rex\", \"categoryId\": 7}).encode(),\n)\nwith urlopen(request) as response:\n    print(response.status, response.read().decode())\n```\n\nThe response has the status 201. Its body is the animal with the `id` that the service assigned:\n\n```json\n{\"id\":1,\"name\":\"Rex\",\"categoryId\":7,\"status\":\"available\"}\n```\n\n### List all animals\n\nA list comes in [pages](#pagination) of up to 100 animals. These programs read page after page. After a\n429 or 503 they wait for `Retry-After`, and twice as long after each further one.\n\nIn TypeScript, save this program as `list-pets.mts` and run `node list-pets.mts`:\n\n```ts\nconst headers = { Authorization: `Bearer ${process.env.API_KEY}` };\n\nlet address: string | undefined = `${process.env.BASE_URL}/pets?limit=100`;\nwhile (address) {\n  const response = await read(address);\n  for (const pet of await response.json()) console.log(pet.id, pet.name);\n  address = nextPage(response, address);\n}\n\nasync function read(address: string): Promise<Response> {\n  for (let attempt = 0; ; attempt += 1) {\n    const response = await fetch(address, { headers });\n    if (response.ok) return response;\n    const { code, message } = await response.json();\n    const retryAfter = response.headers.get('Retry-After');\n    if (!retryAfter || attempt === 5) throw new Error(`${code}: ${message}`);\n    const seconds = Number(retryAfter) * 2 ** attempt;\n    console.error(`${code}: waiting for ${seconds} seconds`);\n    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));\n  }\n}\n\nfunction nextPage(response: Response, address: string): string | undefined {\n  const next = /<([^>]+)>; rel=\"next\"/.exec(response.headers.get('Link') ?? '')?.[1];\n  return next && new URL(next, address).href;\n}\n```\n\nIn Python, save this program as `list_pets.py` and run `python3 list_pets.py`:\n\n```python\nimport json\nimport os\nimport re\nimport sys\nimport time\nfrom urllib.error import HTTPError\nfrom urllib.parse import urljoin\nfrom urllib.request import Request, urlopen\n\nHEADERS = {\"Authorization\": \"Bearer \" + os.environ[\"API_KEY\"]}\n\n\ndef read(address, attempt=0):\n    try:\n        return urlopen(Request(address, headers=HEADERS))\n    except HTTPError as response:\n        error = json.load(response)\n        retry_after = response.headers[\"Retry-After\"]\n        if not retry_after or attempt == 5:\n            sys.exit(f\"{error['code']}: {error['message']}\")\n    seconds = int(retry_after) * 2**attempt\n    print(f\"{error['code']}: waiting for {seconds} seconds\", file=sys.stderr)\n    time.sleep(seconds)\n    return read(address, attempt + 1)\n\n\naddress = os.environ[\"BASE_URL\"] + \"/pets?limit=100\"\nwhile address:\n    with read(address) as response:\n        for pet in json.load(response):\n            print(pet[\"id\"], pet[\"name\"])\n        link = response.headers.get(\"Link\", \"\")\n    following = re.search(r'<([^>]+)>; rel=\"next\"', link)\n    address = following and urljoin(address, following[1])\n```\n\nJavaScript rounds an `id` beyond 9,007,199,254,740,991. [64-bit integers](#64-bit-integers) shows how to\nread it exactly.\n\n## Base addresses\n\nAll paths are relative to a base address, which ends in the [major version](#versions): `/v1`. The samples\nuse `http://127.0.0.1:3000/v1`.\n\nThe `servers` of this document list the base addresses that you can use. `/v1` alone means: on the\nhost that serves this document.\n\n## Authentication\n\nEvery operation requires an API key, sent as a bearer token:\n\n```http\nAuthorization: Bearer <API_KEY>\n```\n\n- API keys begin with `ask_`. The operator of the service issues them and shows each only once. Store a\n  key like a password, and never [put it into a page](#never-put-a-secret-key-into-a-page).\n- The operator can rotate a key with an overlap, during which the old and the new key both work.\n- A revoked key is rejected everywhere within one second.\n- If the key is missing, unknown, expired or revoked, the response is 401. Nothing else about the request\n  is checked.\n\n## Rate limits\n\nYour plan limits how many requests you can send per minute and per day. Both limits apply at the same time:\n\n| Plan | Requests per minute | Requests per day |\n| --- | ---: | ---: |\n| Free | 60 | 1,000 |\n| Pro | 300 | 10,000 |\n| Business | 1,000 | 100,000 |\n| Enterprise | custom | custom |\n\n![Two timelines. The minute window opens with the first request and ends 60 seconds later. Once the plan's requests per minute are used up, further requests get 429 until it ends. The next request after that opens another minute window. The day window opens with the same first request and ends 24 hours later. It counts the requests of all minute windows, but not those that got 429.](docs/static/rate-limit-windows.svg)\n\nWindows do not slide. A window opens with the first request that counts against it, and ends one minute, or\none day, later. A request that one window rejects does not count against the other window.\n\nLimits belong to you, not to an API key: while you rotate a key, the old and the new key share them.\n\n### Requests without a valid API key\n\nRequests without a valid API key share a limit per minute and IP address (IPv6: per /64 network). It equals\nthat of the Free plan. When many invalid keys come from your address, a valid key that you have not used for a while\ncan get 429 as well, until the minute ends.\n\n### Headers of every response\n\nEvery response has these headers, whatever its status:\n\n| Header | Meaning |\n| --- | --- |\n| `X-Request-Id` | Identifies the request in the service's log. Quote it when you contact support. Example: `4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37` |\n| `X-RateLimit-Limit` | How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one. Example: `60` |\n| `X-RateLimit-Remaining` | Requests remaining in that window. Example: `59` |\n| `X-RateLimit-Reset` | When that window ends, as a Unix timestamp in seconds. Example: `1795219258` |\n| `RateLimit-Policy` | Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured list (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\". Example: `\"minute\";q=60;w=60, \"day\";q=1000;w=86400` |\n| `RateLimit` | What is left of your limits: the name of each window, its remaining requests `r` and the seconds `t` until it ends. A structured list (RFC 9651). Example: `\"minute\";r=59;t=58, \"day\";r=999;t=86398` |\n\n`X-RateLimit-*` describe one window, `RateLimit-Policy` and `RateLimit` all of them.\n\n### Handling 429 responses\n\nEvery 429 has a `Retry-After` header, in seconds. Wait that long before the next request, and use\nexponential backoff: wait twice as long after each further 429.\n\n| Code | Cause | `Retry-After` ends |\n| --- | --- | --- |\n| `rate_limit_exceeded` | A limit is exceeded. | with the window |\n| `api_key_banned` | The key kept calling after 429. | with the ban |\n\nThese programs send 100 requests, which is more than the Free plan allows in a minute. They get a 429, wait,\nand complete. In TypeScript, save as `send-many.mts` and run `node send-many.mts`:\n\n```ts\nconst MAX_RETRIES = 5;\n\nfor (let sent = 1; sent <= 100; sent += 1) {\n  const response = await send('/pets?limit=1');\n  console.log(sent, response.status);\n}\n\nasync function send(path: string, init: RequestInit = {}): Promise<Response> {\n  const headers = { ...init.headers, Authorization: `Bearer ${process.env.API_KEY}` };\n  for (let attempt = 0; ; attempt += 1) {\n    const response = await fetch(process.env.BASE_URL + path, { ...init, headers });\n    const retryAfter = response.headers.get('Retry-After');\n    if (!retryAfter || attempt === MAX_RETRIES) return response;\n    const seconds = Number(retryAfter) * 2 ** attempt;\n    console.error(`${response.status}: waiting for ${seconds} seconds`);\n    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));\n  }\n}\n```\n\nIn Python, save as `send_many.py` and run `python3 send_many.py`:\n\n```python\nimport os\nimport sys\nimport time\nfrom urllib.error import HTTPError\nfrom urllib.request import Request, urlopen\n\nMAX_RETRIES = 5\n\n\ndef send(path, **options):\n    request = Request(os.environ[\"BASE_URL\"] + path, **options)\n    request.add_header(\"Authorization\", \"Bearer \" + os.environ[\"API_KEY\"])\n    for attempt in range(MAX_RETRIES + 1):\n        try:\n            return urlopen(request)\n        except HTTPError as response:\n            retry_after = response.headers[\"Retry-After\"]\n            if not retry_after or attempt == MAX_RETRIES:\n                raise\n            seconds = int(retry_after) * 2**attempt\n            print(f\"{response.status}: waiting for {seconds} seconds\", file=sys.stderr)\n            time.sleep(seconds)\n\n\nfor sent in range(1, 101):\n    with send(\"/pets?limit=1\") as response:\n        print(sent, response.status)\n```\n\n### Bans\n\nTen rejected requests within any 60 seconds ban a key for 5 minutes. Each further ban within a day lasts\ntwice as long as the one before, up to 24 hours. The operator of the service can change these values\nand lift a ban.\n\n## Errors\n\nEvery error has the same body, an `Error` with `code`, `message` and `status`:\n\n```json\n{\"code\":\"pet_not_found\",\"message\":\"No animal has the id 42.\",\"status\":404}\n```\n\nBranch on `code`. Show `message` to people and do not parse it: its wording may change.\n\n| Code | Status | Meaning |\n| --- | ---: | --- |\n| `malformed_request` | 400 | The request cannot be read. The message names the part. |\n| `invalid_json` | 400 | The body is not JSON, has the same key twice, or is nested more than 32 levels deep. |\n| `invalid_body` | 400 | The body is missing or `null`, does not fit its schema, or has an unknown field such as `__proto__`. |\n| `invalid_parameter` | 400 | A parameter in path, query or header is invalid, a query parameter is unknown or sent twice, or the cursor was not issued for this list. |\n| `api_key_missing` | 401 | No API key was sent. |\n| `api_key_invalid` | 401 | The API key is unknown, expired or revoked. |\n| `pet_not_found` | 404 | No animal has this id. |\n| `path_not_found` | 404 | The path does not exist. |\n| `method_not_allowed` | 405 | The method is not supported at this path. `Allow` lists those that are. |\n| `request_timeout` | 408 | The request took too long to arrive. |\n| `idempotency_key_in_use` | 409 | Another request with this `Idempotency-Key` is in progress. Try again after `Retry-After`. |\n| `operation_removed` | 410 | The operation was deprecated and has reached its sunset. |\n| `body_too_large` | 413 | The body is larger than the service accepts. |\n| `unsupported_media_type` | 415 | The body does not have the media type that the operation expects. |\n| `idempotency_key_reused` | 422 | The `Idempotency-Key` was used with a different body. |\n| `rate_limit_exceeded` | 429 | A limit of the plan is exceeded. |\n| `api_key_banned` | 429 | The key kept sending requests after 429 responses. |\n| `headers_too_large` | 431 | The header fields are larger than the service accepts. |\n| `internal_error` | 500 | The service failed. Trying again may help. |\n| `not_implemented` | 501 | The method is `CONNECT`, or `Transfer-Encoding` is not `chunked`. |\n| `service_unavailable` | 503 | The service is temporarily unavailable. Try again after `Retry-After`. |\n| `http_version_not_supported` | 505 | The HTTP version is not 1.1 or 1.0. |\n\nNew codes may appear at any time. Existing codes are never renamed and never change their meaning.\nTreat an unknown code by its `status`. When you contact support, quote the\n[`X-Request-Id`](#request-ids) of the response.\n\n### Strict validation\n\nRequests are validated strictly, so that a typo never changes what a request means. These are errors:\n\n- unknown fields and unknown query parameters\n- a query parameter that is sent twice\n- a value of another type, such as `\"5\"`, `true` or `null` for a number\n- integers in paths and queries that are not plain decimal: `0x10`, `1e1`, `+5`, `05`, `5.0`\n\n## Request IDs\n\nEvery response has an `X-Request-Id` header. Quote it when you contact support: it identifies the\nrequest in the service's log.\n\nTo choose the ID yourself, send the header with 1 to 64 letters, digits, `.`, `_` or `-`. Any other\nvalue is ignored, and the service generates an ID.\n\nIf you trace your requests, send the `traceparent` header of W3C Trace Context. The service continues your\ntrace in its log, and ignores an invalid value. Responses have no trace headers.\n\n## Idempotent requests\n\nReading is always safe to retry. Adding an animal is safe to retry if you send an `Idempotency-Key`: without\none, you cannot tell after a lost response whether the animal was added. Use a new key, such as a UUID, for\nevery animal, and the same key for every retry. Here curl sends the same key with each retry:\n\n```sh\ncurl -i --retry 5 --retry-all-errors \"$BASE_URL/pets\" \\\n  -H \"Authorization: Bearer $API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -H \"Idempotency-Key: $(uuidgen)\" \\\n  -d '{\"name\":\"Rex\",\"categoryId\":7}'\n```\n\n### What to retry\n\n| Response | Retry |\n| --- | --- |\n| none, 408, 500, 502, 504 | yes, after a second, then after twice as long each time |\n| 409, 429, 503 | yes, after `Retry-After` |\n| any other 4xx | no: the same request gets the same response |\n\n### What a repeated key returns\n\nWithin 24 hours of the first success:\n\n- **Same key, same body**: returns 201 with the same animal and the same `Location` as the first\n  time. No second animal is added. Bodies are compared by meaning: whitespace and the order of fields\n  do not matter, and an omitted field equals its default.\n- **Same key, another body**: returns 422 `idempotency_key_reused`. Nothing is added.\n\nWhile another request with the same key is in progress, you get the response of that request, or 409\n`idempotency_key_in_use` with `Retry-After`.\n\nIf the response is an error, the request has not used its key: send it again with the same key.\n\nIdempotency keys belong to you, not to your API key: they stay valid when you rotate the API key, and\nnever collide with those of other customers. A key is forgotten 24 hours after the animal was added.\n\n## Pagination\n\nA list returns an array of at most `limit` items, in ascending order of `id`. If there are more, the\n`Link` header contains the address of the next page:\n\n```http\nLink: </v1/pets?limit=20&cursor=bGltaXQ6MjA>; rel=\"next\"\n```\n\nRequest that address unchanged. The last page has no `Link` with `rel=\"next\"`. The `cursor` is opaque, and\nvalid only for the list and the filter that it was issued for.\n\n[List all animals](#list-all-animals) has programs that read all pages.\n\n## 64-bit integers\n\nIDs have the format `int64`. They are JSON numbers, exact over the whole range of 64-bit integers, in\nrequests and in responses.\n\nParsers that read JSON numbers as doubles round them beyond 9,007,199,254,740,991 (2^53 - 1).\nJavaScript's `JSON.parse` is one of them. Python's `json` and Go's `encoding/json` (into `int64`) are exact.\n\nIn JavaScript, `JSON.parse` passes the digits of each number to a function of yours, and `JSON.rawJSON`\nwrites digits (Node.js 22, and browsers since 2025):\n\n```js\nconst text = '{\"id\":9007199254740993,\"name\":\"Rex\"}';\nconst pet = JSON.parse(text, (_key, value, { source }) =>\n  Number.isInteger(value) ? BigInt(source) : value,\n);\nconsole.log(pet.id);\n\nconst digits = (_key, value) => (typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value);\nconsole.log(JSON.stringify({ name: 'Rex', categoryId: 9007199254740993n }, digits));\n```\n\nIn TypeScript, [Using a generated client](#using-a-generated-client) also makes the compiler find the places\nthat would round.\n\n## Using a generated client\n\nAny OpenAPI 3.1 generator can read this document. This guide uses TypeScript with the npm packages\n`openapi-fetch` and `lossless-json`, and with `openapi-typescript` and `typescript` to generate the\ntypes. It needs Node.js 22.18 or later:\n\n```sh\nnpm install openapi-fetch lossless-json openapi-typescript typescript@5\n```\n\n### Generate the types\n\nBy default the generated type of a 64-bit integer is `number`, which cannot hold all of them. This\nprogram generates `bigint` instead, so that the compiler finds the places that would round. Save it\nas `generate.mjs` and run `node generate.mjs`.\n\n```js\nimport { writeFile } from 'node:fs/promises';\nimport openapiTS, { astToString } from 'openapi-typescript';\nimport ts from 'typescript';\n\nconst bigint = ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);\n\nconst types = await openapiTS(new URL('../openapi.json', `${process.env.BASE_URL}/`), {\n  transform: ({ format }) => (format === 'int64' ? bigint : undefined),\n  // Fields with a default value can be omitted.\n  defaultNonNullable: false,\n  // Read-only fields are no part of requests.\n  readWriteMarkers: true,\n});\nawait writeFile('animal-store.d.ts', astToString(types));\n```\n\n### Create the client\n\nSave this module as `client.mts`.\n\n- **64-bit integers**: `bodySerializer` writes a `bigint` exactly.\n- **Retries**: `send` retries after every response with `Retry-After` (409, 429, 503), after any other\n  5xx, and when no response arrives. Only retry a `POST` that has an `Idempotency-Key`.\n- **Rate limits**: `send` waits for `Retry-After`, and twice as long after each further attempt.\n\n```ts\nimport { stringify } from 'lossless-json';\nimport createClient from 'openapi-fetch';\nimport type { paths } from './animal-store.d.ts';\n\nconst MAX_RETRIES = 5;\n\nexport const client = createClient<paths>({\n  baseUrl: process.env.BASE_URL,\n  headers: { Authorization: `Bearer ${process.env.API_KEY}` },\n  bodySerializer: (body) => stringify(body),\n  fetch: send,\n});\n\nasync function send(request: Request): Promise<Response> {\n  for (let attempt = 0; ; attempt += 1) {\n    const isLast = attempt === MAX_RETRIES;\n    const response = await fetch(request.clone()).catch((error) => {\n      if (isLast) throw error;\n      return undefined;\n    });\n    const retryAfter = response?.headers.get('Retry-After');\n    const isRetryable = !response || response.status >= 500 || retryAfter;\n    if (response && (isLast || !isRetryable)) return response;\n    const seconds = Number(retryAfter ?? 1) * 2 ** attempt;\n    console.error(`${response?.status ?? 'no response'}: waiting for ${seconds} seconds`);\n    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));\n  }\n}\n```\n\n### Call the API\n\nThis program adds an animal and lists all of them. Save it as `pets.mts` and run `node pets.mts`.\n\n- **64-bit integers**: `parseAs: 'text'` returns the body unparsed, and `parseNumberAndBigInt` reads\n  every integer in it as a `bigint`. In an order this includes `quantity`, which is an `int32`.\n- **Pagination**: `listPets` takes the `cursor` out of `Link` until there is no next page.\n\n```ts\nimport { parse, parseNumberAndBigInt } from 'lossless-json';\nimport type { components } from './animal-store.d.ts';\nimport { client } from './client.mts';\n\ntype NewPet = components['schemas']['NewPet'];\ntype Pet = components['schemas']['Pet'];\n\nconst added = await addPet({ name: 'Rex', categoryId: 9_007_199_254_740_993n });\nconsole.log(`Added ${added.id}`);\nfor await (const { id, name, categoryId } of listPets()) console.log(`${id} ${name} ${categoryId}`);\n\nasync function addPet(body: NewPet): Promise<Pet> {\n  const { data, error } = await client.POST('/pets', {\n    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },\n    body,\n    parseAs: 'text',\n  });\n  if (error) throw new Error(`${error.code}: ${error.message}`);\n  return parse(data, null, parseNumberAndBigInt) as Pet;\n}\n\nasync function* listPets(status?: Pet['status']): AsyncGenerator<Pet> {\n  let cursor: string | undefined;\n  do {\n    const { data, error, response } = await client.GET('/pets', {\n      params: { query: { limit: 100, status, cursor } },\n      parseAs: 'text',\n    });\n    if (error) throw new Error(`${error.code}: ${error.message}`);\n    yield* parse(data, null, parseNumberAndBigInt) as Pet[];\n    const link = response.headers.get('Link') ?? '';\n    cursor = /[?&]cursor=([^&>]+)[^>]*>; rel=\"next\"/.exec(link)?.[1];\n  } while (cursor);\n}\n```\n\n## Browsers\n\nA page can call the API from a browser if the operator of the service allows its origin: its scheme,\nhost and port, such as `https://app.example.com`. No origin is allowed by default. Servers, scripts and\napps have no origin and need no permission.\n\n- Send the API key in `Authorization`, as everywhere. Cookies are not used: do not set `credentials`.\n- The page can send `Authorization`, `Content-Type`, `X-Request-Id` and every header parameter.\n- The page can read the status, the body and all headers that are described here, also of errors.\n- Before most requests the browser sends an `OPTIONS` request, the preflight. It needs no key and does\n  not count against any limit. Its `X-RateLimit-*` headers show what is left of the limit of your IP\n  address. The browser reuses the response for up to two hours.\n- If the origin is not allowed, `fetch` fails with a `TypeError`. The service may still have processed\n  the request.\n\n```js\nasync function listPets(baseUrl, apiKey) {\n  const response = await fetch(`${baseUrl}/pets?limit=100`, {\n    headers: { Authorization: `Bearer ${apiKey}` },\n  });\n  if (!response.ok) {\n    const { code, message } = await response.json();\n    throw new Error(`${code}: ${message} (Retry-After: ${response.headers.get('Retry-After')})`);\n  }\n  console.log(`${response.headers.get('X-RateLimit-Remaining')} requests left`);\n  return response.json();\n}\n```\n\n### Never put a secret key into a page\n\nEvery visitor of a page can read what it contains and loads: its scripts, the storage of the browser, and\neach request in the browser's developer tools. Whoever has your key can add animals in your name and use up\nyour limits, until your own requests get 429 or the key is banned. The list of allowed origins does not\nprevent that, since only browsers respect it. No key is meant to be public.\n\n### What to do instead\n\nKeep the key on a server of your own, and let the page call that server. The server checks who its user\nis, and offers only what this user may do. This one lists the available animals and does nothing else.\nSave it as `server.mjs` and run `node server.mjs` (Node.js 20 or later).\n\n```js\nimport { createServer } from 'node:http';\n\nconst { BASE_URL, API_KEY, PORT = '8080' } = process.env;\n\ncreateServer(async (request, response) => {\n  if (request.method !== 'GET' || request.url !== '/available-pets') {\n    response.writeHead(404).end();\n    return;\n  }\n  // Check here who the user is.\n  const pets = await fetch(`${BASE_URL}/pets?status=available&limit=100`, {\n    headers: { Authorization: `Bearer ${API_KEY}` },\n  });\n  const isBusy = pets.status === 429 || pets.status === 503;\n  response.writeHead(pets.ok ? 200 : isBusy ? 503 : 502, {\n    'Content-Type': 'application/json',\n    ...(isBusy && { 'Retry-After': pets.headers.get('Retry-After') }),\n  });\n  response.end(pets.ok ? await pets.text() : '{}');\n}).listen(Number(PORT), () => console.log(`Listening on port ${PORT}`));\n```\n\nIf every user has an API key of their own, as in an internal tool, the page can ask for it. Keep it in a\nvariable, not in `localStorage` or a cookie, and have it revoked when the user leaves.\n\n## HTTP methods\n\n`HEAD` is supported wherever `GET` is. It returns the same headers without the body. Any other method\nthat is not described here, including `OPTIONS`, returns 405 with an `Allow` header. The `OPTIONS` requests\nof [browsers](#browsers) are an exception.\n\n## Caching\n\nResponses must not be cached: each has `Cache-Control: no-store`.\n\nAPI clients can ignore the headers that are meant for browsers: `X-Content-Type-Options` and\n`Content-Security-Policy`, over HTTPS also `Strict-Transport-Security`, and where\n[pages may call the API](#browsers) also `Vary` and `Access-Control-*`.\n\n## Versions\n\nA [base address](#base-addresses) ends in the major version, `/v1`. Within a major version, stable\noperations change only in ways that do not break [tolerant clients](#stability): there can be new\noperations, optional parameters, fields in responses, headers, and error codes.\n\nA change that would break them gets a new major version with base addresses of its own. An operation that is to be\nremoved is [deprecated](#deprecation) first.\n\nThe [changelog](docs/changelog) lists all changes by version.\n\n## Deprecation\n\nA deprecated operation works until its sunset: the day from which it returns 410 `operation_removed`. Until\nthen every response of it has these headers:\n\n| Header | Meaning |\n| --- | --- |\n| `Deprecation` | When the operation was deprecated (RFC 9745). |\n| `Sunset` | When the operation will be removed (RFC 8594). |\n| `Link` with `rel=\"successor-version\"` | The operation that replaces it. |\n\nLog responses with a `Deprecation` header, so that you notice in time.\n[Leaving getPet](#leaving-getpet) shows what replaces the one operation that is deprecated today.\n\n## Leaving getPet\n\n`GET /pets/{petId}` is deprecated and will be removed on 5 December 2030. Its replacement is\n`GET /pets` with the `status` filter:\n\n```sh\ncurl -i \"$BASE_URL/pets?status=sold&limit=100\" -H \"Authorization: Bearer $API_KEY\"\n```\n\n| You use getPet to | Instead |\n| --- | --- |\n| read an animal that you have just added | Keep the response of `POST /pets`. It is the whole animal. |\n| check whether an animal was added | Within 24 hours, retry `POST /pets` with the same `Idempotency-Key` and body. It is added at most once. |\n| read the animals that have a status | List them with `status`. |\n| read many animals by `id` | List all of them once, 100 per page, and keep them by `id`. |\n| read the animal of an order | Keep the animals by `id`, and look up the order's `petId` there. |\n| follow the `Location` of `POST /pets` | Use the body of that response. |\n| read one animal by `id` | Read page after page until you reach it, as shown below. |\n| check whether an `id` exists | The same. It does not exist if the pages pass it by. |\n\nPages are in ascending order of `id`, so the search can stop early. Both programs print the animal, or\n`null` if there is none.\n\nIn TypeScript, save as `find-pet.mts` and run `node find-pet.mts 42`, or `node find-pet.mts 42 sold` if you\nknow the status:\n\n```ts\nconst [petId = '', status] = process.argv.slice(2);\nconsole.log(await findPet(BigInt(petId), status));\n\nasync function findPet(petId: bigint, status?: string): Promise<unknown> {\n  const headers = { Authorization: `Bearer ${process.env.API_KEY}` };\n  const query = new URLSearchParams({ limit: '100', ...(status && { status }) });\n  let address: string | undefined = `${process.env.BASE_URL}/pets?${query}`;\n  while (address) {\n    const response: Response = await fetch(address, { headers });\n    const text = await response.text();\n    if (!response.ok) throw new Error(text);\n    for (const pet of parse(text)) {\n      if (pet.id === petId) return pet;\n      if (pet.id > petId) return null;\n    }\n    const next = /<([^>]+)>; rel=\"next\"/.exec(response.headers.get('Link') ?? '')?.[1];\n    address = next && new URL(next, address).href;\n  }\n  return null;\n}\n\n/** Reads integers as bigints, since numbers would round them. */\nfunction parse(text: string) {\n  return JSON.parse(text, (_key, value, context?: { source: string }) =>\n    typeof value === 'number' && context ? BigInt(context.source) : value,\n  );\n}\n```\n\nIn Python, save as `find_pet.py` and run `python3 find_pet.py 42`, or `python3 find_pet.py 42 sold`:\n\n```python\nimport json\nimport os\nimport re\nimport sys\nfrom urllib.parse import urlencode, urljoin\nfrom urllib.request import Request, urlopen\n\n\ndef find_pet(pet_id, **filters):\n    address = os.environ[\"BASE_URL\"] + \"/pets?\" + urlencode({\"limit\": 100, **filters})\n    headers = {\"Authorization\": \"Bearer \" + os.environ[\"API_KEY\"]}\n    while address:\n        with urlopen(Request(address, headers=headers)) as response:\n            for pet in json.load(response):\n                if pet[\"id\"] == pet_id:\n                    return pet\n                if pet[\"id\"] > pet_id:\n                    return None\n            link = response.headers.get(\"Link\", \"\")\n        following = re.search(r'<([^>]+)>; rel=\"next\"', link)\n        address = following and urljoin(address, following[1])\n\n\npet_id, *status = sys.argv[1:]\nprint(json.dumps(find_pet(int(pet_id), **({\"status\": status[0]} if status else {}))))\n```\n\n### What will be missing\n\n- There is no lookup by `id`: no operation and no filter returns one animal by its `id`.\n- The search above costs up to one request for every 100 animals, and each of them counts against\n  your [limits](#rate-limits). getPet costs one request.\n- A search cannot start near an `id`: only the page before has the `cursor` of a page.\n- `Location` of `POST /pets` is the address of getPet, which returns 410 from that day on.\n\n## Stability\n\n`x-stability` states how stable an operation is:\n\n- `stable`: changes only in ways that do not break tolerant clients. A tolerant client ignores fields\n  and headers that it does not know, and handles unknown error codes.\n- `beta`: meant to stay. Details may change.\n- `experimental`: may change or be removed at any time.\n\nEvery response of an operation that is not stable has an `X-Stability` header.\n\n## Specification extensions\n\n| Keyword | Where | Meaning |\n| --- | --- | --- |\n| `x-stability` | operation | `stable`, `beta` or `experimental` |\n| `x-deprecated-since` | deprecated operation | the day (UTC) since which it is deprecated |\n| `x-sunset` | deprecated operation | the day (UTC) from which it returns 410 |\n| `x-successor` | deprecated operation | the `operationId` of its replacement |\n| `x-pattern-message` | schema with a `pattern` | the pattern in words |\n| `x-codeSamples` | operation | code samples, generated from the rest of this document |"
  },
  "servers": [
    {
      "url": "/v1"
    }
  ],
  "security": [
    {
      "apiKey": []
    }
  ],
  "tags": [
    {
      "name": "pets",
      "description": "The animals that the store offers."
    },
    {
      "name": "orders",
      "description": "The orders that the store has received."
    }
  ],
  "paths": {
    "/pets": {
      "get": {
        "operationId": "listPets",
        "tags": [
          "pets"
        ],
        "summary": "List all animals",
        "description": "Returns a page of animals in ascending order of `id`. With `status`, returns only animals\nwith this status. If there are more, `Link` contains the address of the next page.",
        "x-stability": "stable",
        "parameters": [
          {
            "name": "limit",
            "in": "query",
            "description": "Maximum number of items to return.",
            "schema": {
              "type": "integer",
              "format": "int32",
              "minimum": 1,
              "maximum": 100,
              "default": 20
            },
            "example": 50
          },
          {
            "name": "cursor",
            "in": "query",
            "description": "Where the page starts. Take it from the `Link` header of the previous page and send it with\nthe same filter. It is opaque: do not build or parse it.",
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 128,
              "pattern": "^[A-Za-z0-9_-]*$",
              "x-pattern-message": "was not issued for this list"
            }
          },
          {
            "name": "status",
            "in": "query",
            "description": "Returns only animals with this status.",
            "schema": {
              "$ref": "#/components/schemas/PetStatus"
            },
            "example": "available"
          }
        ],
        "responses": {
          "200": {
            "description": "A page of animals.",
            "headers": {
              "Link": {
                "description": "The address of the next page with `rel=\"next\"` (RFC 8288). Absent on the last page.",
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets?limit=20&cursor=bGltaXQ6MjA>; rel=\"next\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Pets"
                },
                "examples": {
                  "page": {
                    "summary": "A page of two animals",
                    "value": [
                      {
                        "id": 42,
                        "name": "Rex",
                        "categoryId": 7,
                        "status": "available"
                      },
                      {
                        "id": 43,
                        "name": "Tweety",
                        "categoryId": 9,
                        "status": "sold"
                      }
                    ]
                  },
                  "empty": {
                    "summary": "Nothing to list",
                    "value": []
                  }
                }
              }
            }
          },
          "400": {
            "description": "A query parameter is invalid, unknown or sent twice, or the cursor was issued for another list.",
            "content": {
              "application/json": {
                "examples": {
                  "limitTooHigh": {
                    "summary": "The limit is too high",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "limit must be at most 100.",
                      "status": 400
                    }
                  },
                  "repeatedParameter": {
                    "summary": "A query parameter was sent twice",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "status must be sent only once.",
                      "status": 400
                    }
                  },
                  "foreignCursor": {
                    "summary": "The cursor was altered or issued for another list",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "cursor was not issued for this list.",
                      "status": 400
                    }
                  },
                  "unknownParameter": {
                    "summary": "A query parameter is unknown",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "offset is not a known parameter.",
                      "status": 400
                    }
                  },
                  "malformedRequest": {
                    "summary": "The address cannot be read",
                    "value": {
                      "code": "malformed_request",
                      "message": "The request target is malformed.",
                      "status": 400
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "401": {
            "description": "The API key is missing or not valid. No other part of the request was checked.",
            "headers": {
              "WWW-Authenticate": {
                "description": "How to authenticate (RFC 6750).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Bearer"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "apiKeyMissing": {
                    "summary": "No API key was sent",
                    "value": {
                      "code": "api_key_missing",
                      "message": "The API key is missing: send it as 'Authorization: Bearer <API_KEY>'.",
                      "status": 401
                    }
                  },
                  "apiKeyInvalid": {
                    "summary": "The API key is unknown, expired or revoked",
                    "value": {
                      "code": "api_key_invalid",
                      "message": "The API key is not valid.",
                      "status": 401
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "405": {
            "description": "The method is not supported here. `Allow` lists those that are.",
            "headers": {
              "Allow": {
                "description": "The methods that are supported here.",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "GET, HEAD, POST"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "methodNotAllowed": {
                    "summary": "The method is not supported here",
                    "value": {
                      "code": "method_not_allowed",
                      "message": "DELETE is not supported here.",
                      "status": 405
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "429": {
            "description": "A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it kept\ncalling after 429 (`api_key_banned`). Wait for `Retry-After`.",
            "headers": {
              "Retry-After": {
                "description": "Number of seconds to wait before the next request.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 42
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "rateLimitExceeded": {
                    "summary": "A limit of the plan is exceeded",
                    "value": {
                      "code": "rate_limit_exceeded",
                      "message": "Too many requests: the limit of 60 per minute is exceeded. Retry after 42 seconds.",
                      "status": 429
                    }
                  },
                  "apiKeyBanned": {
                    "summary": "The key kept calling after 429",
                    "value": {
                      "code": "api_key_banned",
                      "message": "The API key is banned because it kept sending requests after 429 responses. Retry after 300 seconds.",
                      "status": 429
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "500": {
            "description": "The service failed. A retry may succeed.",
            "content": {
              "application/json": {
                "examples": {
                  "internalError": {
                    "summary": "The service failed",
                    "value": {
                      "code": "internal_error",
                      "message": "An internal error occurred. Please try again later.",
                      "status": 500
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "503": {
            "description": "The service is temporarily unavailable. Wait for `Retry-After`.",
            "headers": {
              "Retry-After": {
                "description": "Number of seconds to wait before the next request.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 42
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "serviceUnavailable": {
                    "summary": "The service is temporarily unavailable",
                    "value": {
                      "code": "service_unavailable",
                      "message": "The service is temporarily unavailable. Please try again later.",
                      "status": 503
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "default": {
            "description": "Any other error, such as an unknown path, a request that takes too long or header fields\nthat are too large.",
            "content": {
              "application/json": {
                "examples": {
                  "pathNotFound": {
                    "summary": "There is nothing at this path",
                    "value": {
                      "code": "path_not_found",
                      "message": "This path does not exist.",
                      "status": 404
                    }
                  },
                  "requestTimeout": {
                    "summary": "The request took too long to arrive",
                    "value": {
                      "code": "request_timeout",
                      "message": "The request took too long to arrive.",
                      "status": 408
                    }
                  },
                  "headersTooLarge": {
                    "summary": "The header fields are too large",
                    "value": {
                      "code": "headers_too_large",
                      "message": "The header fields are too large.",
                      "status": 431
                    }
                  },
                  "notImplemented": {
                    "summary": "The body has a transfer coding that is not implemented",
                    "value": {
                      "code": "not_implemented",
                      "message": "The transfer-encoding must be chunked.",
                      "status": 501
                    }
                  },
                  "httpVersionNotSupported": {
                    "summary": "The HTTP version is not supported",
                    "value": {
                      "code": "http_version_not_supported",
                      "message": "The HTTP version must be 1.1 or 1.0.",
                      "status": 505
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          }
        },
        "x-codeSamples": [
          {
            "lang": "Shell",
            "label": "curl",
            "source": "curl -i \"$BASE_URL/pets?limit=50&status=available\" \\\n  -H \"Authorization: Bearer $API_KEY\""
          },
          {
            "lang": "JavaScript",
            "label": "JavaScript",
            "source": "const response = await fetch(`${process.env.BASE_URL}/pets?limit=50&status=available`, {\n  headers: {\n    Authorization: `Bearer ${process.env.API_KEY}`,\n  },\n});\nconsole.log(response.status, await response.text());"
          },
          {
            "lang": "Python",
            "label": "Python",
            "source": "import json\nimport os\nimport urllib.request\n\nrequest = urllib.request.Request(\n    os.environ[\"BASE_URL\"] + \"/pets?limit=50&status=available\",\n    headers={\n        \"Authorization\": \"Bearer \" + os.environ[\"API_KEY\"],\n    },\n)\nwith urllib.request.urlopen(request) as response:\n    print(response.status, json.load(response))"
          }
        ]
      },
      "post": {
        "operationId": "createPet",
        "tags": [
          "pets"
        ],
        "summary": "Add an animal",
        "description": "Adds an animal and returns it, including the `id` that the service assigns. Sending the same\nrequest twice adds two animals, unless both requests have the same `Idempotency-Key`.",
        "x-stability": "stable",
        "parameters": [
          {
            "name": "Idempotency-Key",
            "in": "header",
            "description": "Makes the request safe to retry: within 24 hours, requests with the same key add only\none animal. Use a new key, such as a UUID, for every animal.",
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 255,
              "pattern": "^[!-~]*$",
              "x-pattern-message": "must contain only visible ASCII characters"
            },
            "example": "8e03978e-40d5-43e8-bc93-6894a57f9324"
          }
        ],
        "requestBody": {
          "description": "The animal to add.",
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewPet"
              },
              "examples": {
                "minimal": {
                  "summary": "Only what is required",
                  "value": {
                    "name": "Rex",
                    "categoryId": 7
                  }
                },
                "full": {
                  "summary": "Every field",
                  "value": {
                    "name": "Rex 🐶",
                    "categoryId": 7,
                    "status": "pending"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The animal was added by this request or, if the `Idempotency-Key` is repeated, by an\nearlier one.",
            "headers": {
              "Location": {
                "description": "The address of the new animal.",
                "required": true,
                "schema": {
                  "type": "string",
                  "format": "uri-reference"
                },
                "example": "/v1/pets/42"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Pet"
                },
                "examples": {
                  "pet": {
                    "summary": "An animal",
                    "value": {
                      "id": 42,
                      "name": "Rex",
                      "categoryId": 7,
                      "status": "available"
                    }
                  }
                }
              }
            }
          },
          "400": {
            "description": "The body is missing or not JSON; a field is missing, unknown or invalid; the\n`Idempotency-Key` is invalid; or a query parameter was sent.",
            "content": {
              "application/json": {
                "examples": {
                  "missingField": {
                    "summary": "A required field is missing",
                    "value": {
                      "code": "invalid_body",
                      "message": "categoryId is required.",
                      "status": 400
                    }
                  },
                  "emptyName": {
                    "summary": "The name is empty",
                    "value": {
                      "code": "invalid_body",
                      "message": "name must have at least 1 character.",
                      "status": 400
                    }
                  },
                  "wrongType": {
                    "summary": "A field has another type",
                    "value": {
                      "code": "invalid_body",
                      "message": "categoryId must be an integer.",
                      "status": 400
                    }
                  },
                  "unknownField": {
                    "summary": "A field is unknown",
                    "value": {
                      "code": "invalid_body",
                      "message": "nmae is not a known field.",
                      "status": 400
                    }
                  },
                  "chosenId": {
                    "summary": "The id cannot be chosen",
                    "value": {
                      "code": "invalid_body",
                      "message": "id is not a known field.",
                      "status": 400
                    }
                  },
                  "invalidIdempotencyKey": {
                    "summary": "The Idempotency-Key is too long",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "idempotency-key must have at most 255 characters.",
                      "status": 400
                    }
                  },
                  "unknownParameter": {
                    "summary": "A query parameter is unknown",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "offset is not a known parameter.",
                      "status": 400
                    }
                  },
                  "malformedRequest": {
                    "summary": "The address cannot be read",
                    "value": {
                      "code": "malformed_request",
                      "message": "The request target is malformed.",
                      "status": 400
                    }
                  },
                  "invalidJson": {
                    "summary": "The body is not JSON",
                    "value": {
                      "code": "invalid_json",
                      "message": "The body is not valid JSON.",
                      "status": 400
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "401": {
            "description": "The API key is missing or not valid. No other part of the request was checked.",
            "headers": {
              "WWW-Authenticate": {
                "description": "How to authenticate (RFC 6750).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Bearer"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "apiKeyMissing": {
                    "summary": "No API key was sent",
                    "value": {
                      "code": "api_key_missing",
                      "message": "The API key is missing: send it as 'Authorization: Bearer <API_KEY>'.",
                      "status": 401
                    }
                  },
                  "apiKeyInvalid": {
                    "summary": "The API key is unknown, expired or revoked",
                    "value": {
                      "code": "api_key_invalid",
                      "message": "The API key is not valid.",
                      "status": 401
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "405": {
            "description": "The method is not supported here. `Allow` lists those that are.",
            "headers": {
              "Allow": {
                "description": "The methods that are supported here.",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "GET, HEAD, POST"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "methodNotAllowed": {
                    "summary": "The method is not supported here",
                    "value": {
                      "code": "method_not_allowed",
                      "message": "DELETE is not supported here.",
                      "status": 405
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "409": {
            "description": "Another request with this `Idempotency-Key` is in progress. Retry after `Retry-After`.",
            "headers": {
              "Retry-After": {
                "description": "Number of seconds to wait before the next request.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 42
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "idempotencyKeyInUse": {
                    "summary": "Another request with this key is in progress",
                    "value": {
                      "code": "idempotency_key_in_use",
                      "message": "Another request with this Idempotency-Key is in progress. Please try again later.",
                      "status": 409
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "413": {
            "description": "The body is larger than the service accepts.",
            "content": {
              "application/json": {
                "examples": {
                  "bodyTooLarge": {
                    "summary": "The body is too large",
                    "value": {
                      "code": "body_too_large",
                      "message": "The body must be at most 65536 bytes.",
                      "status": 413
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "415": {
            "description": "The body does not have the media type that the operation expects.",
            "content": {
              "application/json": {
                "examples": {
                  "unsupportedMediaType": {
                    "summary": "The body is not what the operation expects",
                    "value": {
                      "code": "unsupported_media_type",
                      "message": "The body must be application/json.",
                      "status": 415
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "422": {
            "description": "The `Idempotency-Key` was used with another body.",
            "content": {
              "application/json": {
                "examples": {
                  "idempotencyKeyReused": {
                    "summary": "The key was used with another body",
                    "value": {
                      "code": "idempotency_key_reused",
                      "message": "This Idempotency-Key was used with a different body.",
                      "status": 422
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "429": {
            "description": "A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it kept\ncalling after 429 (`api_key_banned`). Wait for `Retry-After`.",
            "headers": {
              "Retry-After": {
                "description": "Number of seconds to wait before the next request.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 42
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "rateLimitExceeded": {
                    "summary": "A limit of the plan is exceeded",
                    "value": {
                      "code": "rate_limit_exceeded",
                      "message": "Too many requests: the limit of 60 per minute is exceeded. Retry after 42 seconds.",
                      "status": 429
                    }
                  },
                  "apiKeyBanned": {
                    "summary": "The key kept calling after 429",
                    "value": {
                      "code": "api_key_banned",
                      "message": "The API key is banned because it kept sending requests after 429 responses. Retry after 300 seconds.",
                      "status": 429
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "500": {
            "description": "The service failed. A retry may succeed.",
            "content": {
              "application/json": {
                "examples": {
                  "internalError": {
                    "summary": "The service failed",
                    "value": {
                      "code": "internal_error",
                      "message": "An internal error occurred. Please try again later.",
                      "status": 500
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "503": {
            "description": "The service is temporarily unavailable. Wait for `Retry-After`.",
            "headers": {
              "Retry-After": {
                "description": "Number of seconds to wait before the next request.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 42
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "serviceUnavailable": {
                    "summary": "The service is temporarily unavailable",
                    "value": {
                      "code": "service_unavailable",
                      "message": "The service is temporarily unavailable. Please try again later.",
                      "status": 503
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "default": {
            "description": "Any other error, such as an unknown path, a request that takes too long or header fields\nthat are too large.",
            "content": {
              "application/json": {
                "examples": {
                  "pathNotFound": {
                    "summary": "There is nothing at this path",
                    "value": {
                      "code": "path_not_found",
                      "message": "This path does not exist.",
                      "status": 404
                    }
                  },
                  "requestTimeout": {
                    "summary": "The request took too long to arrive",
                    "value": {
                      "code": "request_timeout",
                      "message": "The request took too long to arrive.",
                      "status": 408
                    }
                  },
                  "headersTooLarge": {
                    "summary": "The header fields are too large",
                    "value": {
                      "code": "headers_too_large",
                      "message": "The header fields are too large.",
                      "status": 431
                    }
                  },
                  "notImplemented": {
                    "summary": "The body has a transfer coding that is not implemented",
                    "value": {
                      "code": "not_implemented",
                      "message": "The transfer-encoding must be chunked.",
                      "status": 501
                    }
                  },
                  "httpVersionNotSupported": {
                    "summary": "The HTTP version is not supported",
                    "value": {
                      "code": "http_version_not_supported",
                      "message": "The HTTP version must be 1.1 or 1.0.",
                      "status": 505
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          }
        },
        "x-codeSamples": [
          {
            "lang": "Shell",
            "label": "curl",
            "source": "curl -i \"$BASE_URL/pets\" \\\n  -H \"Authorization: Bearer $API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -H \"Idempotency-Key: $(uuidgen)\" \\\n  -d '{\"name\":\"Rex\",\"categoryId\":7}'"
          },
          {
            "lang": "JavaScript",
            "label": "JavaScript",
            "source": "const response = await fetch(`${process.env.BASE_URL}/pets`, {\n  method: 'POST',\n  headers: {\n    Authorization: `Bearer ${process.env.API_KEY}`,\n    'Content-Type': 'application/json',\n    'Idempotency-Key': crypto.randomUUID(),\n  },\n  body: JSON.stringify({ name: 'Rex', categoryId: 7 }),\n});\nconsole.log(response.status, await response.text());"
          },
          {
            "lang": "Python",
            "label": "Python",
            "source": "import json\nimport os\nimport urllib.request\nimport uuid\n\nrequest = urllib.request.Request(\n    os.environ[\"BASE_URL\"] + \"/pets\",\n    method=\"POST\",\n    headers={\n        \"Authorization\": \"Bearer \" + os.environ[\"API_KEY\"],\n        \"Content-Type\": \"application/json\",\n        \"Idempotency-Key\": str(uuid.uuid4()),\n    },\n    data=json.dumps({\"name\": \"Rex\", \"categoryId\": 7}).encode(),\n)\nwith urllib.request.urlopen(request) as response:\n    print(response.status, json.load(response))"
          }
        ]
      }
    },
    "/pets/{petId}": {
      "get": {
        "operationId": "getPet",
        "tags": [
          "pets"
        ],
        "summary": "Get an animal",
        "description": "Returns the animal with this `id`.\n\nThis operation is deprecated and will be removed on 5 December 2030. From that day on, it\nreturns 410. Use `GET /pets` with the `status` filter instead: the guide \"Leaving getPet\"\nshows how.",
        "deprecated": true,
        "x-deprecated-since": "2026-11-21",
        "x-sunset": "2030-12-05",
        "x-successor": "listPets",
        "x-stability": "stable",
        "parameters": [
          {
            "name": "petId",
            "in": "path",
            "required": true,
            "description": "The id of the animal.",
            "schema": {
              "$ref": "#/components/schemas/PetId"
            },
            "example": 42
          }
        ],
        "responses": {
          "200": {
            "description": "The animal.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Pet"
                },
                "examples": {
                  "pet": {
                    "summary": "An animal",
                    "value": {
                      "id": 42,
                      "name": "Rex",
                      "categoryId": 7,
                      "status": "available"
                    }
                  }
                }
              }
            },
            "headers": {
              "Deprecation": {
                "description": "When the operation was deprecated, as a structured date (RFC 9745).",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^@[0-9]+$"
                },
                "example": "@1795219200"
              },
              "Sunset": {
                "description": "When the operation will be removed, as an HTTP date (RFC 8594).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Thu, 05 Dec 2030 00:00:00 GMT"
              },
              "Link": {
                "description": "The replacement of the operation, with `rel=\"successor-version\"` (RFC 8288).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets>; rel=\"successor-version\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "400": {
            "description": "The `id` is not a 64-bit integer in plain decimal, or a query parameter was sent.",
            "content": {
              "application/json": {
                "examples": {
                  "invalidPetId": {
                    "summary": "The id is not an integer",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "petId must be an integer.",
                      "status": 400
                    }
                  },
                  "unknownParameter": {
                    "summary": "A query parameter is unknown",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "offset is not a known parameter.",
                      "status": 400
                    }
                  },
                  "malformedRequest": {
                    "summary": "The address cannot be read",
                    "value": {
                      "code": "malformed_request",
                      "message": "The request target is malformed.",
                      "status": 400
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "Deprecation": {
                "description": "When the operation was deprecated, as a structured date (RFC 9745).",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^@[0-9]+$"
                },
                "example": "@1795219200"
              },
              "Sunset": {
                "description": "When the operation will be removed, as an HTTP date (RFC 8594).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Thu, 05 Dec 2030 00:00:00 GMT"
              },
              "Link": {
                "description": "The replacement of the operation, with `rel=\"successor-version\"` (RFC 8288).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets>; rel=\"successor-version\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "401": {
            "description": "The API key is missing or not valid. No other part of the request was checked.",
            "headers": {
              "WWW-Authenticate": {
                "description": "How to authenticate (RFC 6750).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Bearer"
              },
              "Deprecation": {
                "description": "When the operation was deprecated, as a structured date (RFC 9745).",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^@[0-9]+$"
                },
                "example": "@1795219200"
              },
              "Sunset": {
                "description": "When the operation will be removed, as an HTTP date (RFC 8594).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Thu, 05 Dec 2030 00:00:00 GMT"
              },
              "Link": {
                "description": "The replacement of the operation, with `rel=\"successor-version\"` (RFC 8288).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets>; rel=\"successor-version\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "apiKeyMissing": {
                    "summary": "No API key was sent",
                    "value": {
                      "code": "api_key_missing",
                      "message": "The API key is missing: send it as 'Authorization: Bearer <API_KEY>'.",
                      "status": 401
                    }
                  },
                  "apiKeyInvalid": {
                    "summary": "The API key is unknown, expired or revoked",
                    "value": {
                      "code": "api_key_invalid",
                      "message": "The API key is not valid.",
                      "status": 401
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "404": {
            "description": "No animal has this id.",
            "content": {
              "application/json": {
                "examples": {
                  "petNotFound": {
                    "summary": "No animal has this id",
                    "value": {
                      "code": "pet_not_found",
                      "message": "No animal has the id 42.",
                      "status": 404
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "Deprecation": {
                "description": "When the operation was deprecated, as a structured date (RFC 9745).",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^@[0-9]+$"
                },
                "example": "@1795219200"
              },
              "Sunset": {
                "description": "When the operation will be removed, as an HTTP date (RFC 8594).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Thu, 05 Dec 2030 00:00:00 GMT"
              },
              "Link": {
                "description": "The replacement of the operation, with `rel=\"successor-version\"` (RFC 8288).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets>; rel=\"successor-version\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "405": {
            "description": "The method is not supported here. `Allow` lists those that are.",
            "headers": {
              "Allow": {
                "description": "The methods that are supported here.",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "GET, HEAD, POST"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "methodNotAllowed": {
                    "summary": "The method is not supported here",
                    "value": {
                      "code": "method_not_allowed",
                      "message": "DELETE is not supported here.",
                      "status": 405
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "410": {
            "description": "The operation has reached its sunset. The message names its replacement.",
            "content": {
              "application/json": {
                "examples": {
                  "operationRemoved": {
                    "summary": "The operation has reached its sunset",
                    "value": {
                      "code": "operation_removed",
                      "message": "getPet was removed on 2030-12-05: use listPets (GET /v1/pets) instead.",
                      "status": 410
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "Deprecation": {
                "description": "When the operation was deprecated, as a structured date (RFC 9745).",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^@[0-9]+$"
                },
                "example": "@1795219200"
              },
              "Sunset": {
                "description": "When the operation will be removed, as an HTTP date (RFC 8594).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Thu, 05 Dec 2030 00:00:00 GMT"
              },
              "Link": {
                "description": "The replacement of the operation, with `rel=\"successor-version\"` (RFC 8288).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets>; rel=\"successor-version\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "429": {
            "description": "A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it kept\ncalling after 429 (`api_key_banned`). Wait for `Retry-After`.",
            "headers": {
              "Retry-After": {
                "description": "Number of seconds to wait before the next request.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 42
              },
              "Deprecation": {
                "description": "When the operation was deprecated, as a structured date (RFC 9745).",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^@[0-9]+$"
                },
                "example": "@1795219200"
              },
              "Sunset": {
                "description": "When the operation will be removed, as an HTTP date (RFC 8594).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Thu, 05 Dec 2030 00:00:00 GMT"
              },
              "Link": {
                "description": "The replacement of the operation, with `rel=\"successor-version\"` (RFC 8288).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets>; rel=\"successor-version\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "rateLimitExceeded": {
                    "summary": "A limit of the plan is exceeded",
                    "value": {
                      "code": "rate_limit_exceeded",
                      "message": "Too many requests: the limit of 60 per minute is exceeded. Retry after 42 seconds.",
                      "status": 429
                    }
                  },
                  "apiKeyBanned": {
                    "summary": "The key kept calling after 429",
                    "value": {
                      "code": "api_key_banned",
                      "message": "The API key is banned because it kept sending requests after 429 responses. Retry after 300 seconds.",
                      "status": 429
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "500": {
            "description": "The service failed. A retry may succeed.",
            "content": {
              "application/json": {
                "examples": {
                  "internalError": {
                    "summary": "The service failed",
                    "value": {
                      "code": "internal_error",
                      "message": "An internal error occurred. Please try again later.",
                      "status": 500
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "Deprecation": {
                "description": "When the operation was deprecated, as a structured date (RFC 9745).",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^@[0-9]+$"
                },
                "example": "@1795219200"
              },
              "Sunset": {
                "description": "When the operation will be removed, as an HTTP date (RFC 8594).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Thu, 05 Dec 2030 00:00:00 GMT"
              },
              "Link": {
                "description": "The replacement of the operation, with `rel=\"successor-version\"` (RFC 8288).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets>; rel=\"successor-version\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "503": {
            "description": "The service is temporarily unavailable. Wait for `Retry-After`.",
            "headers": {
              "Retry-After": {
                "description": "Number of seconds to wait before the next request.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 42
              },
              "Deprecation": {
                "description": "When the operation was deprecated, as a structured date (RFC 9745).",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^@[0-9]+$"
                },
                "example": "@1795219200"
              },
              "Sunset": {
                "description": "When the operation will be removed, as an HTTP date (RFC 8594).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Thu, 05 Dec 2030 00:00:00 GMT"
              },
              "Link": {
                "description": "The replacement of the operation, with `rel=\"successor-version\"` (RFC 8288).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets>; rel=\"successor-version\""
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "serviceUnavailable": {
                    "summary": "The service is temporarily unavailable",
                    "value": {
                      "code": "service_unavailable",
                      "message": "The service is temporarily unavailable. Please try again later.",
                      "status": 503
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "default": {
            "description": "Any other error, such as an unknown path, a request that takes too long or header fields\nthat are too large.",
            "content": {
              "application/json": {
                "examples": {
                  "pathNotFound": {
                    "summary": "There is nothing at this path",
                    "value": {
                      "code": "path_not_found",
                      "message": "This path does not exist.",
                      "status": 404
                    }
                  },
                  "requestTimeout": {
                    "summary": "The request took too long to arrive",
                    "value": {
                      "code": "request_timeout",
                      "message": "The request took too long to arrive.",
                      "status": 408
                    }
                  },
                  "headersTooLarge": {
                    "summary": "The header fields are too large",
                    "value": {
                      "code": "headers_too_large",
                      "message": "The header fields are too large.",
                      "status": 431
                    }
                  },
                  "notImplemented": {
                    "summary": "The body has a transfer coding that is not implemented",
                    "value": {
                      "code": "not_implemented",
                      "message": "The transfer-encoding must be chunked.",
                      "status": 501
                    }
                  },
                  "httpVersionNotSupported": {
                    "summary": "The HTTP version is not supported",
                    "value": {
                      "code": "http_version_not_supported",
                      "message": "The HTTP version must be 1.1 or 1.0.",
                      "status": 505
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          }
        },
        "x-codeSamples": [
          {
            "lang": "Shell",
            "label": "curl",
            "source": "curl -i \"$BASE_URL/pets/42\" \\\n  -H \"Authorization: Bearer $API_KEY\""
          },
          {
            "lang": "JavaScript",
            "label": "JavaScript",
            "source": "const response = await fetch(`${process.env.BASE_URL}/pets/42`, {\n  headers: {\n    Authorization: `Bearer ${process.env.API_KEY}`,\n  },\n});\nconsole.log(response.status, await response.text());"
          },
          {
            "lang": "Python",
            "label": "Python",
            "source": "import json\nimport os\nimport urllib.request\n\nrequest = urllib.request.Request(\n    os.environ[\"BASE_URL\"] + \"/pets/42\",\n    headers={\n        \"Authorization\": \"Bearer \" + os.environ[\"API_KEY\"],\n    },\n)\nwith urllib.request.urlopen(request) as response:\n    print(response.status, json.load(response))"
          }
        ]
      }
    },
    "/store/orders": {
      "get": {
        "operationId": "listOrders",
        "tags": [
          "orders"
        ],
        "summary": "List all orders",
        "description": "Returns a page of orders in ascending order of `id`. With `status`, returns only orders with\nthis status. If there are more, `Link` contains the address of the next page. Orders come\nfrom the store's other systems and are read-only here.\n\nThis operation is experimental: it may change or be removed at any time.",
        "x-stability": "experimental",
        "parameters": [
          {
            "name": "limit",
            "in": "query",
            "description": "Maximum number of items to return.",
            "schema": {
              "type": "integer",
              "format": "int32",
              "minimum": 1,
              "maximum": 100,
              "default": 20
            },
            "example": 50
          },
          {
            "name": "cursor",
            "in": "query",
            "description": "Where the page starts. Take it from the `Link` header of the previous page and send it with\nthe same filter. It is opaque: do not build or parse it.",
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 128,
              "pattern": "^[A-Za-z0-9_-]*$",
              "x-pattern-message": "was not issued for this list"
            }
          },
          {
            "name": "status",
            "in": "query",
            "description": "Returns only orders with this status.",
            "schema": {
              "$ref": "#/components/schemas/OrderStatus"
            },
            "example": "placed"
          }
        ],
        "responses": {
          "200": {
            "description": "A page of orders.",
            "headers": {
              "Link": {
                "description": "The address of the next page with `rel=\"next\"` (RFC 8288). Absent on the last page.",
                "schema": {
                  "type": "string"
                },
                "example": "</v1/pets?limit=20&cursor=bGltaXQ6MjA>; rel=\"next\""
              },
              "X-Stability": {
                "description": "How stable the operation is. Absent from stable operations.",
                "required": true,
                "schema": {
                  "type": "string",
                  "enum": [
                    "beta",
                    "experimental"
                  ]
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Orders"
                },
                "examples": {
                  "page": {
                    "summary": "A page of two orders",
                    "value": [
                      {
                        "id": 1001,
                        "petId": 42,
                        "quantity": 1,
                        "status": "placed",
                        "createdAt": "2026-11-21T09:30:00.000Z"
                      },
                      {
                        "id": 1002,
                        "petId": 43,
                        "quantity": 2,
                        "status": "delivered",
                        "createdAt": "2026-11-21T10:15:30.250Z"
                      }
                    ]
                  },
                  "empty": {
                    "summary": "Nothing to list",
                    "value": []
                  }
                }
              }
            }
          },
          "400": {
            "description": "A query parameter is invalid, unknown or sent twice, or the cursor was issued for another list.",
            "content": {
              "application/json": {
                "examples": {
                  "limitTooHigh": {
                    "summary": "The limit is too high",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "limit must be at most 100.",
                      "status": 400
                    }
                  },
                  "repeatedParameter": {
                    "summary": "A query parameter was sent twice",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "status must be sent only once.",
                      "status": 400
                    }
                  },
                  "foreignCursor": {
                    "summary": "The cursor was altered or issued for another list",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "cursor was not issued for this list.",
                      "status": 400
                    }
                  },
                  "unknownParameter": {
                    "summary": "A query parameter is unknown",
                    "value": {
                      "code": "invalid_parameter",
                      "message": "offset is not a known parameter.",
                      "status": 400
                    }
                  },
                  "malformedRequest": {
                    "summary": "The address cannot be read",
                    "value": {
                      "code": "malformed_request",
                      "message": "The request target is malformed.",
                      "status": 400
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Stability": {
                "description": "How stable the operation is. Absent from stable operations.",
                "required": true,
                "schema": {
                  "type": "string",
                  "enum": [
                    "beta",
                    "experimental"
                  ]
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "401": {
            "description": "The API key is missing or not valid. No other part of the request was checked.",
            "headers": {
              "WWW-Authenticate": {
                "description": "How to authenticate (RFC 6750).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "Bearer"
              },
              "X-Stability": {
                "description": "How stable the operation is. Absent from stable operations.",
                "required": true,
                "schema": {
                  "type": "string",
                  "enum": [
                    "beta",
                    "experimental"
                  ]
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "apiKeyMissing": {
                    "summary": "No API key was sent",
                    "value": {
                      "code": "api_key_missing",
                      "message": "The API key is missing: send it as 'Authorization: Bearer <API_KEY>'.",
                      "status": 401
                    }
                  },
                  "apiKeyInvalid": {
                    "summary": "The API key is unknown, expired or revoked",
                    "value": {
                      "code": "api_key_invalid",
                      "message": "The API key is not valid.",
                      "status": 401
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "405": {
            "description": "The method is not supported here. `Allow` lists those that are.",
            "headers": {
              "Allow": {
                "description": "The methods that are supported here.",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "GET, HEAD, POST"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "methodNotAllowed": {
                    "summary": "The method is not supported here",
                    "value": {
                      "code": "method_not_allowed",
                      "message": "DELETE is not supported here.",
                      "status": 405
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "429": {
            "description": "A limit of the plan is exceeded (`rate_limit_exceeded`), or the key is banned because it kept\ncalling after 429 (`api_key_banned`). Wait for `Retry-After`.",
            "headers": {
              "Retry-After": {
                "description": "Number of seconds to wait before the next request.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 42
              },
              "X-Stability": {
                "description": "How stable the operation is. Absent from stable operations.",
                "required": true,
                "schema": {
                  "type": "string",
                  "enum": [
                    "beta",
                    "experimental"
                  ]
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "rateLimitExceeded": {
                    "summary": "A limit of the plan is exceeded",
                    "value": {
                      "code": "rate_limit_exceeded",
                      "message": "Too many requests: the limit of 60 per minute is exceeded. Retry after 42 seconds.",
                      "status": 429
                    }
                  },
                  "apiKeyBanned": {
                    "summary": "The key kept calling after 429",
                    "value": {
                      "code": "api_key_banned",
                      "message": "The API key is banned because it kept sending requests after 429 responses. Retry after 300 seconds.",
                      "status": 429
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "500": {
            "description": "The service failed. A retry may succeed.",
            "content": {
              "application/json": {
                "examples": {
                  "internalError": {
                    "summary": "The service failed",
                    "value": {
                      "code": "internal_error",
                      "message": "An internal error occurred. Please try again later.",
                      "status": 500
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Stability": {
                "description": "How stable the operation is. Absent from stable operations.",
                "required": true,
                "schema": {
                  "type": "string",
                  "enum": [
                    "beta",
                    "experimental"
                  ]
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          },
          "503": {
            "description": "The service is temporarily unavailable. Wait for `Retry-After`.",
            "headers": {
              "Retry-After": {
                "description": "Number of seconds to wait before the next request.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 1
                },
                "example": 42
              },
              "X-Stability": {
                "description": "How stable the operation is. Absent from stable operations.",
                "required": true,
                "schema": {
                  "type": "string",
                  "enum": [
                    "beta",
                    "experimental"
                  ]
                },
                "example": "experimental"
              },
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            },
            "content": {
              "application/json": {
                "examples": {
                  "serviceUnavailable": {
                    "summary": "The service is temporarily unavailable",
                    "value": {
                      "code": "service_unavailable",
                      "message": "The service is temporarily unavailable. Please try again later.",
                      "status": 503
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          },
          "default": {
            "description": "Any other error, such as an unknown path, a request that takes too long or header fields\nthat are too large.",
            "content": {
              "application/json": {
                "examples": {
                  "pathNotFound": {
                    "summary": "There is nothing at this path",
                    "value": {
                      "code": "path_not_found",
                      "message": "This path does not exist.",
                      "status": 404
                    }
                  },
                  "requestTimeout": {
                    "summary": "The request took too long to arrive",
                    "value": {
                      "code": "request_timeout",
                      "message": "The request took too long to arrive.",
                      "status": 408
                    }
                  },
                  "headersTooLarge": {
                    "summary": "The header fields are too large",
                    "value": {
                      "code": "headers_too_large",
                      "message": "The header fields are too large.",
                      "status": 431
                    }
                  },
                  "notImplemented": {
                    "summary": "The body has a transfer coding that is not implemented",
                    "value": {
                      "code": "not_implemented",
                      "message": "The transfer-encoding must be chunked.",
                      "status": 501
                    }
                  },
                  "httpVersionNotSupported": {
                    "summary": "The HTTP version is not supported",
                    "value": {
                      "code": "http_version_not_supported",
                      "message": "The HTTP version must be 1.1 or 1.0.",
                      "status": 505
                    }
                  }
                },
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            },
            "headers": {
              "X-Request-Id": {
                "description": "Identifies the request in the service's log. Quote it when you contact support.",
                "required": true,
                "schema": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9._-]{1,64}$"
                },
                "example": "4f8b2c1e-7d06-4a53-9f1e-2b6c0d9a8e37"
              },
              "X-RateLimit-Limit": {
                "description": "How many requests a window allows. Shown is the window with the fewest remaining; on a 429, the exceeded one.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 60
              },
              "X-RateLimit-Remaining": {
                "description": "Requests remaining in that window.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 59
              },
              "X-RateLimit-Reset": {
                "description": "When that window ends, as a Unix timestamp in seconds.",
                "required": true,
                "schema": {
                  "type": "integer",
                  "minimum": 0
                },
                "example": 1795219258
              },
              "RateLimit-Policy": {
                "description": "Your limits: the name of each window, its quota `q` and its length `w` in seconds. A structured\nlist (RFC 9651), as in the IETF draft \"RateLimit header fields for HTTP\".",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";q=60;w=60, \"day\";q=1000;w=86400"
              },
              "RateLimit": {
                "description": "What is left of your limits: the name of each window, its remaining requests `r` and the seconds\n`t` until it ends. A structured list (RFC 9651).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "\"minute\";r=59;t=58, \"day\";r=999;t=86398"
              }
            }
          }
        },
        "x-codeSamples": [
          {
            "lang": "Shell",
            "label": "curl",
            "source": "curl -i \"$BASE_URL/store/orders?limit=50&status=placed\" \\\n  -H \"Authorization: Bearer $API_KEY\""
          },
          {
            "lang": "JavaScript",
            "label": "JavaScript",
            "source": "const response = await fetch(`${process.env.BASE_URL}/store/orders?limit=50&status=placed`, {\n  headers: {\n    Authorization: `Bearer ${process.env.API_KEY}`,\n  },\n});\nconsole.log(response.status, await response.text());"
          },
          {
            "lang": "Python",
            "label": "Python",
            "source": "import json\nimport os\nimport urllib.request\n\nrequest = urllib.request.Request(\n    os.environ[\"BASE_URL\"] + \"/store/orders?limit=50&status=placed\",\n    headers={\n        \"Authorization\": \"Bearer \" + os.environ[\"API_KEY\"],\n    },\n)\nwith urllib.request.urlopen(request) as response:\n    print(response.status, json.load(response))"
          }
        ]
      }
    }
  },
  "components": {
    "securitySchemes": {
      "apiKey": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "ask_…",
        "description": "The API key, sent as `Authorization: Bearer <API_KEY>`."
      }
    },
    "schemas": {
      "PetId": {
        "description": "Unique identifier of an animal, assigned by the service when the animal is added.\nJavaScript's `JSON.parse` rounds it beyond 9,007,199,254,740,991: the guide \"64-bit integers\"\nshows how to read it exactly.",
        "type": "integer",
        "format": "int64"
      },
      "CategoryId": {
        "description": "Identifier of the category that the animal belongs to. It can be any 64-bit integer.\nJavaScript's `JSON.parse` rounds it beyond 9,007,199,254,740,991.",
        "type": "integer",
        "format": "int64"
      },
      "PetName": {
        "description": "The animal's name. Must not contain NUL or an unpaired surrogate. The pattern excludes only\nNUL, since portable patterns cannot exclude surrogates.",
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "pattern": "^[^\\x00]*$",
        "x-pattern-message": "must not contain NUL"
      },
      "PetStatus": {
        "description": "Sale status.\n\n- `available`: listed as available\n- `pending`: an intermediate availability state\n- `sold`: listed as sold",
        "type": "string",
        "enum": [
          "available",
          "pending",
          "sold"
        ]
      },
      "NewPet": {
        "description": "An animal to add.",
        "type": "object",
        "required": [
          "name",
          "categoryId"
        ],
        "properties": {
          "name": {
            "$ref": "#/components/schemas/PetName"
          },
          "categoryId": {
            "$ref": "#/components/schemas/CategoryId"
          },
          "status": {
            "allOf": [
              {
                "$ref": "#/components/schemas/PetStatus"
              }
            ],
            "default": "available"
          }
        },
        "additionalProperties": false
      },
      "Pet": {
        "description": "An animal of the store.",
        "type": "object",
        "required": [
          "id",
          "name",
          "categoryId",
          "status"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/PetId"
          },
          "name": {
            "$ref": "#/components/schemas/PetName"
          },
          "categoryId": {
            "$ref": "#/components/schemas/CategoryId"
          },
          "status": {
            "$ref": "#/components/schemas/PetStatus"
          }
        }
      },
      "Pets": {
        "description": "A page of animals, in ascending order of `id`.",
        "type": "array",
        "maxItems": 100,
        "items": {
          "$ref": "#/components/schemas/Pet"
        }
      },
      "OrderId": {
        "description": "Unique identifier of an order. JavaScript's `JSON.parse` rounds it beyond\n9,007,199,254,740,991.",
        "type": "integer",
        "format": "int64"
      },
      "OrderStatus": {
        "description": "Progress of the order.\n\n- `placed`: received\n- `approved`: accepted by the store\n- `delivered`: handed over",
        "type": "string",
        "enum": [
          "placed",
          "approved",
          "delivered"
        ]
      },
      "Order": {
        "description": "An order for animals.",
        "type": "object",
        "required": [
          "id",
          "petId",
          "quantity",
          "status",
          "createdAt"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/OrderId"
          },
          "petId": {
            "$ref": "#/components/schemas/PetId"
          },
          "quantity": {
            "description": "Number of animals ordered.",
            "type": "integer",
            "format": "int32",
            "minimum": 1
          },
          "status": {
            "$ref": "#/components/schemas/OrderStatus"
          },
          "createdAt": {
            "description": "When the order was placed (RFC 3339).",
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "Orders": {
        "description": "A page of orders, in ascending order of `id`.",
        "type": "array",
        "maxItems": 100,
        "items": {
          "$ref": "#/components/schemas/Order"
        }
      },
      "Error": {
        "description": "The body of every error. New `code` values may appear at any time; existing ones keep\ntheir meaning.",
        "type": "object",
        "required": [
          "code",
          "message",
          "status"
        ],
        "properties": {
          "code": {
            "description": "Machine-readable error code. Treat an unknown code by its `status`.",
            "type": "string",
            "pattern": "^[a-z][a-z0-9_]*$"
          },
          "message": {
            "description": "Human-readable description of the error. Its wording may change.",
            "type": "string"
          },
          "status": {
            "description": "The HTTP status code.",
            "type": "integer",
            "format": "int32",
            "minimum": 400,
            "maximum": 599
          }
        }
      }
    }
  }
} as const;
