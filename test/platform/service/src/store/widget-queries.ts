// Widgets. The rule for each file like this one: Prisma by default, prepared SQL where the
// benchmark shows it. A call of Prisma's query builder takes 50 to 270 µs of CPU, more than all the
// rest of a request (`lists`, `get` and `create` in `npm run bench`), so what every request may
// need is prepared SQL: the same on both databases.

import { type Integer, listRows, lockRow } from '../../../../../src/platform/database/index.ts';
import { openCreates, type Table } from '../../../../../src/platform/idempotency/index.ts';
import type { Prisma, Widget } from '../../generated/prisma/sqlite/client.ts';
import type { Database } from './database.ts';

export type Widgets = ReturnType<typeof openWidgets>;

export type NewWidget = Omit<Widget, 'id'>;

type Values = [id: Integer, name: string, groupId: Integer, status: Widget['status']];

const SELECT = 'SELECT id, name, group_id, status FROM widgets';
const FIND = `${SELECT} WHERE id = $1`;
const TABLE: Table<NewWidget> = {
  name: 'widgets',
  columns: {
    name: { name: 'name', type: 'text' },
    groupId: { name: 'group_id', type: 'bigint' },
    status: { name: 'status', type: 'widget_status' },
  },
};

export function openWidgets(database: Database, now: () => number) {
  const { client, provider, query } = database;

  /** A widget that no other transaction changes until this one has ended. */
  async function findLocked(transaction: Prisma.TransactionClient, id: bigint) {
    await lockRow(transaction, provider, 'widgets', id);
    return transaction.widget.findUnique({ where: { id } });
  }

  return {
    list: listRows(query, { select: SELECT, filteredBy: 'status' }, toWidget),

    async find(id: bigint) {
      const [values] = await query<Values>(FIND, [id]);
      return values && toWidget(values);
    },

    create: openCreates(database, TABLE, now),

    /**
     * Changes the fields of a widget that are given.
     *
     * @param check throws if the widget must stay as it is
     * @returns the widget; undefined if there is none
     */
    update: (id: bigint, data: Partial<NewWidget>, check: Check) =>
      client.$transaction(async (transaction) => {
        const current = await findLocked(transaction, id);
        if (!current) return undefined;
        check(current);
        return transaction.widget.update({ where: { id }, data });
      }),

    /** @returns whether there was such a widget */
    remove: (id: bigint, check: Check) =>
      client.$transaction(async (transaction) => {
        const current = await findLocked(transaction, id);
        if (!current) return false;
        check(current);
        await transaction.widget.delete({ where: { id } });
        return true;
      }),
  };
}

/** Looks at a widget as it is within the transaction that changes it. */
export type Check = (current: Widget) => void;

function toWidget(values: Values): Widget {
  const [id, name, groupId, status] = values;
  return { id: BigInt(id), name, groupId: BigInt(groupId), status };
}
