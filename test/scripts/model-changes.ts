import type { Provider } from '../../src/database/index.ts';

/*
 * Changes of the models, of each kind that there is, and what a person writes into the migration where
 * it asks for something.
 */

export interface ModelChange {
  readonly name: string;
  readonly models: (models: string) => string;
  /** The models of the migration before, where they have to be others than the project's. */
  readonly from?: (models: string) => string;
  /** SQL of rows that `from` needs. */
  readonly rows?: string;
  readonly edit?: Partial<Record<Provider, (script: string) => string>>;
  /** Another column of animals without a default. */
  readonly required?: string;
  /** Whether the version before runs on the new schema. */
  readonly isAdditive?: boolean;
  /** What the tool points out. */
  readonly dangers?: readonly string[];
  /** SQL that has to give one row with the value 1, on both databases. */
  readonly holds?: string;
  /** SQL that has to fail on both. */
  readonly rejects?: string;
}

const PET = /( {2}name +String\n)( {2}categoryId )/;

/** With more fields in the model of an animal. */
const petWith = (fields: string) => (models: string) => models.replace(PET, `$1${fields}\n$2`);
const replaced = (text: string | RegExp, other: string) => (models: string) =>
  models.replace(text, other);
const both =
  (...changes: ((models: string) => string)[]) =>
  (models: string) =>
    changes.reduce((text, change) => change(text), models);

const withCode = petWith('  code String?');
const withDefault = replaced('status          PetStatus', 'status PetStatus @default(sold)');
const withoutSold = replaced('  sold\n', '');

export const MODEL_CHANGES: readonly ModelChange[] = [
  {
    name: 'a new table with an enum and a relation',
    isAdditive: true,
    models: both(
      petWith('  visits Visit[]'),
      (models) => `${models}
enum Mood {
  calm
  wild @map("very; wild")
}

model Visit {
  id    BigInt @id @default(autoincrement())
  petId BigInt
  pet   Pet @relation(fields: [petId], references: [id])
  mood  Mood @default(calm)
  seen  DateTime @default(now()) @db.Timestamptz(3)
  @@unique([petId, mood])
}
`,
    ),
    holds: `INSERT INTO "Visit" ("petId", mood) VALUES (1, 'very; wild') RETURNING 1 AS value`,
    rejects: `INSERT INTO "Visit" ("petId", mood) VALUES (2, 'unknown')`,
  },
  {
    name: 'optional columns',
    isAdditive: true,
    models: petWith('  breed String?\n  born DateTime? @db.Timestamptz(3)\n  mood OrderStatus?'),
    holds: 'SELECT count(*) AS value FROM pets WHERE id = 1 AND breed IS NULL AND mood IS NULL',
    rejects: `UPDATE pets SET mood = 'unknown' WHERE id = 1`,
  },
  {
    name: 'required columns with defaults',
    isAdditive: true,
    models: petWith(`  breed String @default("a;\\n-- 'b'\\\\")
  ok Boolean @default(true)
  price Decimal @default(1.5)
  count Int @default(-7)
  mood OrderStatus @default(placed)
  long BigInt @default(9007199254740993)`),
    holds: `SELECT count(*) AS value FROM pets
      WHERE id = 1 AND breed = 'a;\n-- ''b''\\' AND price = 1.5 AND count = -7 AND mood = 'placed'
        AND ok AND long = 9007199254740993`,
    rejects: `UPDATE pets SET mood = 'unknown' WHERE id = 1`,
  },
  {
    name: 'a required instant whose default is now, and one whose default is a date',
    isAdditive: true,
    models: petWith(`  seen DateTime @default(now()) @db.Timestamptz(3)
  born DateTime @default("2020-01-01T00:00:00.5Z") @db.Timestamptz(3)`),
    holds: `SELECT count(*) AS value FROM pets
      WHERE id = 1 AND seen > '2026-01-01T00:00:00.000+00:00' AND born = '2020-01-01T00:00:00.500+00:00'`,
  },
  {
    name: 'a required column without a default',
    models: petWith('  breed String'),
    required: 'breed',
    edit: {
      sqlite: (script) => script.replace('NULL AS "breed"', `'none' AS "breed"`),
      postgresql: (script) =>
        script.replace(
          'ADD COLUMN "breed" TEXT NOT NULL;',
          `ADD COLUMN "breed" TEXT NOT NULL DEFAULT 'none';
ALTER TABLE "pets" ALTER COLUMN "breed" DROP DEFAULT;`,
        ),
    },
    dangers: ['pets.breed is required and has no default: this fails where pets has rows.'],
    holds: `SELECT count(*) AS value FROM pets WHERE id = 1 AND breed = 'none'`,
  },
  {
    name: 'a dropped column, with its index',
    from: (models) => withCode(models).replace('@@index([status, id])', '@@index([code])'),
    models: (models) => models,
    dangers: ['pets.code is deleted with all its values.'],
  },
  {
    name: 'a column that becomes optional',
    models: replaced('quantity  Int', 'quantity Int?'),
    holds: 'UPDATE orders SET quantity = NULL WHERE id = 1 RETURNING 1 AS value',
  },
  {
    name: 'a column that becomes required, with a default',
    models: replaced('perMinute Int? ', 'perMinute Int @default(5)'),
    edit: {
      sqlite: beginWith('UPDATE "customers" SET "per_minute" = 9 WHERE "per_minute" IS NULL;'),
      postgresql: beginWith('UPDATE "customers" SET "per_minute" = 9 WHERE "per_minute" IS NULL;'),
    },
    dangers: ['customers.per_minute becomes required: this fails where a row has none.'],
    holds: 'SELECT min(per_minute) / 9 AS value FROM customers',
  },
  {
    name: 'another default',
    from: withDefault,
    models: replaced('status          PetStatus', 'status PetStatus @default(pending)'),
    holds: `INSERT INTO pets (name, category_id) VALUES ('x', 1)
      RETURNING CASE status WHEN 'pending' THEN 1 END AS value`,
  },
  {
    name: 'a number that becomes a text',
    models: replaced('quantity  Int', 'quantity String'),
    holds: `SELECT count(*) AS value FROM orders WHERE id = 1 AND quantity = '2'`,
  },
  {
    name: 'texts that become numbers, with indexes',
    from: petWith('  code String?\n  serial String @default("7")\n  @@index([code])'),
    rows: `UPDATE pets SET code = '12'`,
    models: petWith('  code Int?\n  serial Int @default(8)\n  @@index([code])'),
    dangers: [
      'pets.code becomes INTEGER: a value may not fit.',
      'pets.serial becomes INTEGER: a value may not fit.',
    ],
    holds: 'SELECT count(*) AS value FROM pets WHERE id = 1 AND code = 12 AND serial = 7',
  },
  {
    name: 'an id that becomes wider, with what refers to it',
    models: both(
      replaced(/(model Customer \{\n {2}id +)Int/, '$1BigInt'),
      replaced(/(model ApiKey \{.*?customerId +)Int/s, '$1BigInt'),
    ),
    holds: `INSERT INTO customers (id, name, plan) VALUES (9007199254740993, 'x', 'free')
      RETURNING 1 AS value`,
  },
  {
    name: 'a new value of an enum',
    models: replaced('  sold\n', '  sold\n  reserved\n  lost\n'),
    holds: `UPDATE pets SET status = 'reserved' WHERE id = 1 RETURNING 1 AS value`,
    rejects: `UPDATE pets SET status = 'unknown' WHERE id = 1`,
  },
  {
    name: 'new values of an enum, one of them a default, also of a new column',
    from: withDefault,
    models: both(
      replaced('  sold\n', '  sold\n  reserved\n  lost\n'),
      replaced('status          PetStatus', 'status PetStatus @default(reserved)'),
      petWith('  next PetStatus @default(lost)'),
    ),
    holds: `INSERT INTO pets (name, category_id) VALUES ('x', 1)
      RETURNING CASE status WHEN 'reserved' THEN 1 END AS value`,
    rejects: `UPDATE pets SET next = 'unknown' WHERE id = 1`,
  },
  {
    name: 'a removed value of an enum, which was a default',
    from: withDefault,
    rows: `UPDATE pets SET status = 'pending' WHERE status = 'sold'`,
    models: withoutSold,
    dangers: [`pets.status can no longer be 'sold': this fails where a row is.`],
    rejects: `UPDATE pets SET status = 'sold' WHERE id = 1`,
  },
  {
    name: 'a removed value of an enum, while columns of it come, go, and become texts',
    from: petWith('  gone PetStatus?\n  other PetStatus?\n  kept PetStatus @default(available)'),
    rows: `UPDATE pets SET gone = 'sold', other = 'sold'`,
    models: both(
      withoutSold,
      petWith('  other String?\n  kept PetStatus @default(available)\n  more PetStatus?'),
    ),
    edit: {
      sqlite: beginWith(`UPDATE "pets" SET "status" = 'pending' WHERE "status" = 'sold';`),
      postgresql: beginWith(`UPDATE "pets" SET "status" = 'pending' WHERE "status" = 'sold';`),
    },
    dangers: [
      'pets.gone is deleted with all its values.',
      `pets.kept can no longer be 'sold': this fails where a row is.`,
      `pets.status can no longer be 'sold': this fails where a row is.`,
    ],
    holds: `SELECT count(*) AS value FROM pets WHERE id = 1 AND other = 'sold' AND kept = 'available'`,
    rejects: `UPDATE pets SET more = 'sold' WHERE id = 1`,
  },
  {
    name: 'an enum that becomes a text, and is no more',
    models: both(
      replaced(/enum OrderStatus \{[^}]*\}/, ''),
      replaced('status    OrderStatus', 'status String'),
    ),
    holds: `UPDATE orders SET status = 'anything' WHERE id = 1 RETURNING 1 AS value`,
  },
  {
    name: 'a text that becomes an enum',
    from: withCode,
    rows: `UPDATE pets SET code = 'placed'`,
    models: petWith('  code OrderStatus?'),
    dangers: [`pets.code becomes one of 'placed', 'approved', 'delivered': a value may not fit.`],
    holds: `SELECT count(*) AS value FROM pets WHERE id = 1 AND code = 'placed'`,
    rejects: `UPDATE pets SET code = 'unknown' WHERE id = 1`,
  },
  {
    name: 'an enum with another name in the database',
    models: replaced('@@map("pet_status")', '@@map("status_of_pet")'),
    rejects: `UPDATE pets SET status = 'unknown' WHERE id = 1`,
  },
  {
    name: 'indexes that come, go and change',
    from: petWith('  code String?\n  @@index([name])\n  @@index([code], map: "code_index")'),
    models: petWith(
      '  code String?\n  @@index([code, name(sort: Desc)], map: "code_index")\n  @@unique([name, id])',
    ),
    dangers: ['pets gets the unique index on name, id: this fails where rows do not keep to it.'],
  },
  {
    name: 'a reference to another table by a column that exists',
    models: both(
      replaced('  apiKeys   ApiKey[]', '  apiKeys ApiKey[]\n  retries IdempotencyKey[]'),
      replaced(
        '  pet        Pet      @relation',
        '  customer Customer @relation(fields: [customerId], references: [id])\n  pet Pet @relation',
      ),
    ),
    dangers: [
      'idempotency_keys gets the reference to customers by customer_id: this fails where rows do not keep to it.',
    ],
    rejects: `UPDATE idempotency_keys SET customer_id = 99`,
  },
  {
    name: 'a reference of a table to itself',
    isAdditive: true,
    models: petWith(`  parentId BigInt?
  parent Pet? @relation("parents", fields: [parentId], references: [id])
  children Pet[] @relation("parents")`),
    holds: `UPDATE pets SET "parentId" = 1 WHERE id = 2 RETURNING 1 AS value`,
    rejects: `UPDATE pets SET "parentId" = 99 WHERE id = 3`,
  },
  {
    name: 'another rule for deleted rows',
    models: replaced('references: [id], onDelete: Cascade)', 'references: [id])'),
    rejects: 'DELETE FROM pets WHERE id = 3',
  },
  {
    name: 'a dropped table',
    models: both(
      replaced(/\n\/\/\/ What a customer has used.*?\n\}\n/s, '\n'),
      replaced(/model DayUsage \{.*?\n\}\n/s, ''),
    ),
    dangers: ['day_usages is deleted with all its rows.'],
  },
  {
    name: 'a dropped table that others referred to',
    models: both(
      replaced(/model Customer \{.*?\n\}\n/s, ''),
      replaced(/ {2}customer {4}Customer .*\n/, ''),
    ),
    dangers: ['customers is deleted with all its rows.'],
  },
  {
    name: 'another primary key',
    models: replaced('@@id([customerId, key])', '@@id([key])'),
    dangers: [
      'idempotency_keys gets the primary key key: this fails where rows do not keep to it.',
    ],
  },
  {
    name: 'an id that is numbered from now on',
    models: replaced('customerId      Int    @id', 'customerId Int @id @default(autoincrement())'),
    holds: `INSERT INTO day_usages (opened_at_seconds, used) VALUES (1, 1)
      RETURNING customer_id - 1 AS value`,
  },
  {
    name: 'an id that is no longer numbered',
    models: replaced(/(model Order \{\n.*?) @default\(autoincrement\(\)\)/, '$1'),
  },
  {
    name: "a type of PostgreSQL's own",
    models: replaced('hash        String    @unique', 'hash String @unique @db.VarChar(64)'),
    dangers: ['api_keys.hash becomes VARCHAR(64): a value may not fit.'],
  },
  {
    name: 'a renamed column, with the lines that the migration names',
    from: petWith('  code String @default("c")\n  @@index([code])'),
    models: petWith('  label String @default("c")\n  @@index([label])'),
    edit: {
      sqlite: (script) => script.replace(`'c' AS "label"`, '"code" AS "label"'),
      postgresql: (script) =>
        script.replace(/ALTER TABLE "pets" DROP COLUMN[^;]*;/, named(script).join('\n')),
    },
    rows: `UPDATE pets SET code = 'kept'`,
    dangers: ['pets.code is deleted with all its values.'],
    holds: `SELECT count(*) AS value FROM pets WHERE id = 1 AND label = 'kept'`,
  },
  {
    name: 'a renamed table, with the lines that the migration names',
    models: replaced('@@map("orders")', '@@map("sales")'),
    edit: {
      sqlite: (script) =>
        script
          .replace(/CREATE TABLE "sales" [^;]*;/, '')
          .replace('DROP TABLE "orders";', named(script).join('\n')),
      postgresql: (script) =>
        script
          .replace(/CREATE TABLE "sales" [^;]*;/, '')
          .replace(/CREATE INDEX "sales[^;]*;/, '')
          .replace('DROP TABLE "orders";', '')
          .replace(/ALTER TABLE "orders" DROP CONSTRAINT[^;]*;/, '')
          .replace(/ALTER TABLE "sales" ADD CONSTRAINT[^;]*;/, named(script).join('\n')),
    },
    dangers: ['orders is deleted with all its rows.'],
    holds: 'SELECT count(*) AS value FROM sales WHERE id = 1 AND quantity = 2',
  },
];

function beginWith(statement: string) {
  return (script: string) => `${statement}\n${script}`;
}

/** The statements in the comments. */
function named(script: string): string[] {
  return [...script.matchAll(/^-- {3}((?:ALTER|DROP) .*;)$/gm)].map(([, sql = '']) => sql);
}
