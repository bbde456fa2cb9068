import type { QueryObject } from '#core/query/query-object.ts'
import { planQuery } from '#server/data/result/run-query.ts'
import { rangesOf } from '#server/dataset/ranges.ts'
import type { Dialect } from '#server/engines/engine.ts'
import { engineNamed } from '#server/engines/index.ts'
import { Guard } from '#server/sql/guard.ts'
import { readOrder, type Statement, tell } from './order.ts'
import { differingRows, plainColumns, runRaw } from './plain.ts'
import { interleaved, median } from './statistics.ts'
import { openBenchFixture, type BenchFixture } from './fixture.ts'

/** A typical row-level security rule: a condition with a sub-select. It shows most airports. */
const RULE = "origin IN (SELECT origin FROM flights WHERE origin <> 'JFK')"
/** The same as a join: without a fence, DuckDB evaluates other conditions below it, on hidden rows. */
const JOINED_RULE =
  "EXISTS (SELECT 1 FROM (SELECT DISTINCT origin AS shown FROM flights WHERE origin <> 'JFK') WHERE shown = origin)"
const MAX_ROWS = 100_000
const SLOW_SAMPLES = 20

interface Fence {
  /** That of the dialect by default. */
  readonly ruleFence?: Dialect['ruleFence']
  readonly rules?: readonly string[]
}

/** Returns the SQL of a query under the rules. */
async function ruledSql(
  fixture: BenchFixture,
  query: QueryObject,
  { ruleFence = 'source', rules = [RULE] }: Fence = {},
): Promise<string> {
  const engine = engineNamed('duckdb')
  const [dataset, database] = await Promise.all([
    fixture.store.datasets.get(fixture.flights),
    fixture.store.databases.get(fixture.database),
  ])
  if (!engine || !dataset || !database) throw new Error('The example data are not there')
  const source = { engine: { ...engine, dialect: { ...engine.dialect, ruleFence } }, connection: fixture.product }
  const planning = {
    loaded: { dataset, database },
    rules: rules.map((rule) => [rule]),
    masks: [],
    tables: [],
    ranges: rangesOf(query, Date.now()),
    limits: { rows: MAX_ROWS, max: MAX_ROWS },
  }
  const guard = new Guard(fixture.product, source.engine.dialect)
  return (await planQuery(query, planning, { ...source, guard })).sql.shown
}

const order = readOrder()
const fixture = await openBenchFixture(order.root)

/**
 * R2: the masked source compared with a plain AND; a statement of plain columns is not fenced, so both forms are equal.
 */
async function fenced({ name, query }: Statement): Promise<void> {
  const masked = await ruledSql(fixture, query)
  const plain = await ruledSql(fixture, query, { ruleFence: 'condition' })
  if (plain.includes('__visible')) throw new Error(`The plain form is fenced: ${name}`)
  const differing = differingRows(await plainColumns(fixture.raw, masked), await plainColumns(fixture.raw, plain))
  if (differing.count > 0) {
    const note = `${differing.count} rows differ: ${differing.first}`
    return tell({ measure: 'R2', name, value: null, unit: '', note })
  }
  const [ours, theirs] = await interleaved(
    order.plan.samples,
    () => runRaw(fixture.raw, masked),
    () => runRaw(fixture.raw, plain),
  )
  const ratios = ours.map((time, index) => time / (theirs[index] ?? time))
  const note = `${median(ours).toFixed(1)} ms over ${median(theirs).toFixed(1)} ms`
  tell({ measure: 'R2', name, value: median(ratios), unit: 'x plain AND', most: 1.2, note })
}

/** Returns a query with a condition that takes long on the rows of one airport. */
const slowOn = (airport: string): QueryObject => ({
  columns: ['destination'],
  metrics: ['flights'],
  extras: { where: `CASE WHEN origin = '${airport}' THEN length(md5(repeat(origin, 3000))) ELSE 1 END > 0` },
})

/** R2: an expression that is slow on hidden rows only takes no longer than one that is slow on no row. */
async function timedAlike(): Promise<void> {
  const name = 'slow on hidden rows only'
  const hidden = await ruledSql(fixture, slowOn('JFK'), { rules: [JOINED_RULE] })
  const none = await ruledSql(fixture, slowOn('no airport'), { rules: [JOINED_RULE] })
  const [ours, theirs] = await interleaved(
    SLOW_SAMPLES,
    () => runRaw(fixture.raw, hidden),
    () => runRaw(fixture.raw, none),
  )
  const shown = await runRaw(fixture.raw, await ruledSql(fixture, slowOn('JFK'), { rules: [] }))
  if (shown < 4 * median(theirs)) throw new Error(`The expression is not slow: ${shown.toFixed(0)} ms on all rows`)
  const note = `${median(ours).toFixed(1)} ms over ${median(theirs).toFixed(1)} ms; ${shown.toFixed(0)} ms without a rule`
  tell({ measure: 'R2', name, value: median(ours) / median(theirs), unit: 'x slow on no row', most: 1.2, note })
}

await timedAlike()
for (const statement of order.plan.uncached.statements) await fenced(statement)
await fixture.close()
process.exit(0)
