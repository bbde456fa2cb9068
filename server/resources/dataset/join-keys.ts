import { ownValue } from '#core/rest/json.ts'
import type { Database } from '#core/entity/database.ts'
import type { Dataset, DatasetColumn } from '#core/entity/dataset.ts'
import type { JoinKey } from '#core/query/join-sql.ts'
import { STRING } from '#core/table/table.ts'
import { defaultSchema } from '#server/dataset/sibling-tables.ts'
import { genericType } from '#server/resources/shared/generic-type.ts'
import type { RouteRequest } from '#server/route/route.ts'

interface KeyedSide {
  readonly dataset: Dataset
  readonly keys: readonly JoinKey[]
}

/** Two columns of a key; `dataset` and `with` count from 0. */
interface KeyPair {
  readonly dataset: number
  readonly key: JoinKey
  readonly own: DatasetColumn
  readonly other: DatasetColumn
}

/** Returns the keys whose columns have different types or collations. A column of unknown type matches all. */
export async function mismatchedKeys(request: RouteRequest, database: Database, sides: readonly KeyedSide[]) {
  const pairs = keyPairs(sides)
  const isOther = ({ own, other }: KeyPair) => !!own.type && !!other.type && genericType(own) !== genericType(other)
  const byType = pairs.filter(isOther).map((pair) => entryOf(pair, pair.own.type, pair.other.type, 'type'))
  const texts = pairs.filter((pair) => !isOther(pair) && genericType(pair.own) === STRING)
  const involved = [...new Set(texts.flatMap(({ dataset, key }) => [dataset, key.with]))]
  const collations = await columnCollations(request, database, sides, involved)
  const byCollation = texts.flatMap((pair) => {
    const own = ownValue(collations[pair.dataset], pair.own.column_name) ?? DEFAULT_COLLATION
    const other = ownValue(collations[pair.key.with], pair.other.column_name) ?? DEFAULT_COLLATION
    return own === other ? [] : [entryOf(pair, own, other, 'collation')]
  })
  return [...byType, ...byCollation]
}

const DEFAULT_COLLATION = 'default'

function entryOf({ dataset, key }: KeyPair, type: string | null, other: string | null, reason: 'type' | 'collation') {
  const { column, with: earlier, with_column } = key
  return { dataset, column, type: type ?? '', with: earlier, with_column, with_type: other ?? '', reason }
}

function keyPairs(sides: readonly KeyedSide[]): readonly KeyPair[] {
  const columnOf = (at: number, name: string) =>
    sides[at]?.dataset.columns.find(({ column_name }) => column_name === name)
  return sides.flatMap(({ keys }, dataset) =>
    keys.flatMap((key) => {
      const own = columnOf(dataset, key.column)
      const other = columnOf(key.with, key.with_column)
      return own && other ? [{ dataset, key, own, other }] : []
    }),
  )
}

type Collations = Readonly<Record<string, string>>

/**
 * Returns the collations of columns by dataset. The keys of SQL datasets and calculated columns are unknown, like the
 * keys of a table that does not exist.
 */
async function columnCollations(
  request: RouteRequest,
  database: Database,
  sides: readonly KeyedSide[],
  involved: readonly number[],
): Promise<Readonly<Record<number, Collations>>> {
  if (involved.length === 0) return {}
  const read = request.context.chartData.sources.use(database, async (source) => {
    const defaultSchemaName = await defaultSchema(source)
    const found: Record<number, Collations> = {}
    for (const at of involved) {
      const dataset = sides[at]?.dataset
      if (!dataset || dataset.sql) continue
      const metadata = await source.connection.tableMetadata(dataset.schema ?? defaultSchemaName, dataset.table_name)
      const isStored = ({ expression }: DatasetColumn) => !expression
      const stored = new Set(dataset.columns.filter(isStored).map(({ column_name }) => column_name))
      const own = Object.entries(metadata?.columnCollations ?? {}).filter(([name]) => stored.has(name))
      found[at] = Object.fromEntries(own)
    }
    return found
  })
  // Counting the rows reports a database that does not respond.
  return read.catch(() => ({}))
}
