// Widgets. The rule for each file like this one: Prisma by default, prepared SQL where the
// benchmark shows it. A call of Prisma's query builder takes 50 to 270 µs of CPU, more than all the
// rest of a request (`lists`, `get` and `create` in `npm run bench`), so what every request may
// need is prepared SQL: the same on both databases.

import { type Integer, listRows } from '../../../../../src/platform/database/index.ts';
import { openCreates, type Table } from '../../../../../src/platform/idempotency/index.ts';
import type { Widget } from '../../generated/prisma/sqlite/client.ts';
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
  const { query } = database;
  return {
    list: listRows(query, { select: SELECT, filteredBy: 'status' }, toWidget),

    async find(id: bigint) {
      const [values] = await query<Values>(FIND, [id]);
      return values && toWidget(values);
    },

    create: openCreates(database, TABLE, now),
  };
}

function toWidget(values: Values): Widget {
  const [id, name, groupId, status] = values;
  return { id: BigInt(id), name, groupId: BigInt(groupId), status };
}
