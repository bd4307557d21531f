import { join } from 'node:path';
import { changeFile } from '../support/scripts.ts';

/*
 * An operation that is new to the contract, and all that has to be written for it.
 */

const GET_HOURS = `
  /store/hours:
    get:
      operationId: getHours
      tags: [orders]
      summary: When the store is open
      x-stability: beta
      responses:
        '200':
          description: The opening hours.
          content:
            application/json:
              schema:
                type: object
                required: [opensAt]
                properties:
                  opensAt:
                    type: string
`;
const HANDLER = `const getHours: Handler<'getHours'> = () => ({ opensAt: '09:00' });

  return { getHours, `;

/** Adds the operation getHours (GET /store/hours) to the contract of a scratch copy. */
export async function addOperation(cwd: string): Promise<void> {
  const contract = join(cwd, 'openapi/openapi.yaml');
  await changeFile(contract, '\ncomponents:\n', `${GET_HOURS}\ncomponents:\n`);
}

/** Writes its handler. */
export async function addHandler(cwd: string): Promise<void> {
  await changeFile(join(cwd, 'src/handlers/orders.ts'), 'return { ', HANDLER);
}
