// Lists that are sorted by any fields, which Prisma reads. The recipes of openapi/RECIPES.md add
// operations by them.

interface Types {
  int64: bigint;
  int32: number;
  instant: Date;
  text: string;
}
type Kind = keyof Types;
type Direction = 'asc' | 'desc';
type Sort = Readonly<Record<string, `${Kind} ${Direction}`>>;

/** The fields of a sort, with the type of each. */
type PositionIn<Given extends Sort> = {
  [Field in keyof Given]: Given[Field] extends `${infer Name extends Kind} ${Direction}`
    ? Types[Name]
    : never;
};

/** Rows that have an id are sorted by it last, since nothing else tells all apart. */
type RowIn<Given extends Sort> = PositionIn<Given> &
  ('id' extends keyof Given ? unknown : { readonly id?: never });

interface Range<Position, Filter> {
  readonly filter: Filter;
  readonly after: Position | undefined;
  readonly count: number;
}

/** Arguments of `findMany` or `groupBy`. Filters stand beside `where`, within an `AND`. */
interface Selection<Position> {
  where: { [Field in keyof Position]?: Comparison<Position[Field]> };
  orderBy: { [Field in keyof Position]?: Direction }[];
  take: number;
}
type Comparison<Value> = { equals: Value } | { gt: Value } | { lt: Value };

/**
 * A list for `page`.
 *
 * @param sort the kind and the direction of each field, the first one first
 * @param select reads the rows of a selection that fit a filter, too
 */
export function orderedList<const Given extends Sort, Filter, Row extends RowIn<Given>>(
  sort: Given,
  select: (selection: Selection<PositionIn<Given>>, filter: Filter) => Promise<Row[]>,
) {
  type Position = PositionIn<Given>;
  type Where = Selection<Position>['where'];
  const entries = Object.entries(sort).map(
    ([field, kind]) => [field, kind.endsWith(' asc') ? 'asc' : 'desc'] as const,
  );
  type OrderBy = Selection<Position>['orderBy'];
  const orderBy = entries.map((entry) => Object.fromEntries([entry])) as OrderBy;

  /**
   * The rows after a position, in parts that an index finds at once: those that differ from it in
   * the last field alone, then those that differ in the last but one, and so on.
   */
  function* rangesAfter(position: Position): Generator<Where> {
    for (let last = entries.length - 1; last >= 0; last -= 1) {
      const comparisons = entries.slice(0, last + 1).map(([field, direction], i) => {
        const value = position[field];
        if (i < last) return [field, { equals: value }];
        return [field, direction === 'asc' ? { gt: value } : { lt: value }];
      });
      yield Object.fromEntries(comparisons);
    }
  }

  return {
    sort,
    async read({ filter, after, count }: Range<Position, Filter>): Promise<Row[]> {
      const rows: Row[] = [];
      for (const where of after ? rangesAfter(after) : [{}]) {
        const take = count - rows.length;
        if (take > 0) rows.push(...(await select({ where, orderBy, take }, filter)));
      }
      return rows;
    },
  };
}
