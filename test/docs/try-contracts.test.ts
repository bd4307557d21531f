import t from 'tap';
import { noBrowser } from './browser.ts';
import { bodyField, openDialog, openDocs, send, shownCurl } from './try-dialog.ts';

// "Try it" with other contracts than today's, and behind a proxy.

const skip = noBrowser;
/** It would be rounded to 9007199254740992. */
const LONG = '9007199254740993';
const parameter = (name: string, place: string, rest: object = {}) => ({
  name,
  in: place,
  schema: { type: 'array', items: { type: 'string' } },
  ...rest,
});
const OPERATION = `{
  "operationId": "changePet",
  "summary": "Change an animal",
  "x-stability": "beta",
  "security": [],
  "parameters": ${JSON.stringify([
    parameter('tags', 'query'),
    parameter('states', 'query', { explode: false }),
    parameter('session', 'cookie'),
  ])},
  "requestBody": {
    "content": {
      "application/json": {
        "schema": { "$ref": "#/components/schemas/NewPet" },
        "examples": { "full": { "value": { "name": "Rex", "categoryId": ${LONG}, "status": "sold" } } }
      }
    }
  }
}`;
const PATH_ITEM = `{
  "parameters": [{
    "name": "petId", "in": "path", "required": true, "example": ${LONG},
    "schema": { "allOf": [{ "$ref": "#/components/schemas/PetId" }], "minimum": 1, "maximum": ${LONG} }
  }],
  "patch": ${OPERATION}
}`;

t.test('an operation with lists, long integers and parameters of its path', { skip }, async (t) => {
  const { page, app, origin } = await openDocs(t);
  const { body: contract } = await app.inject('/openapi.json');
  await page.route('**/openapi.json', (route) =>
    route.fulfill({
      contentType: 'application/json',
      body: contract.replace('"paths":{', () => `"paths":{"/pets/{petId}/state":${PATH_ITEM},`),
    }),
  );
  await page.evaluate("document.querySelector('.try').dataset.operation = 'changePet'");
  const dialog = await openDialog(page, 'changePet');
  t.strictSame(await dialog.locator('.try-field > label:first-child').allTextContents(), [
    'petId',
    'tags',
    'states',
    'Body',
  ]);
  const text = await dialog.textContent();
  t.match(text, `path, int64, 1 to ${LONG}, required`);
  t.match(text, 'This operation is beta: it may change or be removed.');
  t.equal(await bodyField(dialog).inputValue(), `{\n  "name": "Rex",\n  "categoryId": ${LONG}\n}`);
  await dialog.getByLabel('tags').fill('a,b c');
  await dialog.getByLabel('states').fill('x,y&z');
  const { request } = await send(dialog);
  const url = `${origin}/v1/pets/${LONG}/state?tags=a&tags=b%20c&states=x,y%26z`;
  t.equal(
    request,
    `PATCH ${url}\nContent-Type: application/json\n\n{\n  "name": "Rex",\n  "categoryId": ${LONG}\n}`,
  );
  t.match(await shownCurl(dialog), `curl -X PATCH '${url}' \\\n  -H 'Content-Type`);
});

t.test('a page that a proxy serves below a prefix', { skip }, async (t) => {
  const { page, origin, key } = await openDocs(t);
  await page.route(`${origin}/store/**`, async (route) => {
    const url = route.request().url().replace('/store/', '/');
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await page.goto(`${origin}/store/docs`);
  const dialog = await openDialog(page, 'listPets');
  await dialog.getByLabel('API key', { exact: true }).fill(key);
  const { status, request } = await send(dialog);
  t.equal(status, '200 OK');
  t.match(request, `GET ${origin}/store/v1/pets\n`);
});
