import type { QueryObject } from '#core/query/query-object.ts'
import { planQuery } from '#server/data/result/run-query.ts'
import { rangesOf } from '#server/dataset/time-ranges.ts'
import { engineNamed } from '#server/engines/index.ts'
import { Guard } from '#server/sql/guard.ts'
import { readOrder, type BenchStatement, sendFigure } from './bench-order.ts'
import { differingRows, plainColumns, runRaw } from './plain-driver.ts'
import { measureInterleaved, median } from './statistics.ts'
import { openBenchFixture, type BenchFixture } from './fixture.ts'

/** A typical row-level security rule: a condition with a sub-select. It shows most airports. */
const RULE = "origin IN (SELECT origin FROM flights WHERE origin <> 'JFK')"
const MAX_ROWS = 100_000
const HIDDEN_ROWS_RUNS = 20

/** A guard that admits sub-queries in the conditions of a query, so that the rule can be compared as one of them. */
class SubqueryGuard extends Guard {
  override forStatement(): Guard {
    return this
  }

  override expression(text: string, where: string) {
    return super.expression(text, where, { subqueries: true })
  }
}

/** Returns the SQL of a statement under row rules. */
async function ruledSql(fixture: BenchFixture, query: QueryObject, rules: string[][]): Promise<string> {
  const engine = engineNamed('duckdb')
  const [dataset, database] = await Promise.all([
    fixture.store.datasets.get(fixture.flights),
    fixture.store.databases.get(fixture.database),
  ])
  if (!engine || !dataset || !database) throw new Error('The example data are not there')
  const source = { engine, connection: fixture.product }
  const planning = {
    loaded: { dataset, database },
    rules,
    masks: [],
    tables: [],
    ranges: rangesOf(query, Date.now()),
    limits: { rows: MAX_ROWS, max: MAX_ROWS },
  }
  const guard = new SubqueryGuard(fixture.product, engine.dialect)
  return (await planQuery(query, planning, { ...source, guard })).sql.shown
}

const order = readOrder()
const fixture = await openBenchFixture(order.root)

/**
 * R2: the masked source compared with the rule as a plain condition of the query; a statement of plain columns is not
 * fenced, so both forms are equal.
 */
async function measureFence({ name, query }: BenchStatement): Promise<void> {
  const masked = await ruledSql(fixture, query, [[RULE]])
  const plain = await ruledSql(fixture, { ...query, extras: { where: RULE } }, [])
  if (plain.includes('__visible')) throw new Error(`The plain form is fenced: ${name}`)
  const differing = differingRows(await plainColumns(fixture.raw, masked), await plainColumns(fixture.raw, plain))
  if (differing.count > 0) {
    const note = `${differing.count} rows differ: ${differing.first}`
    return sendFigure({ measure: 'R2', name, value: null, unit: '', note })
  }
  const [ours, theirs] = await measureInterleaved(
    order.plan.samples,
    () => runRaw(fixture.raw, masked),
    () => runRaw(fixture.raw, plain),
  )
  const ratios = ours.map((time, index) => time / (theirs[index] ?? time))
  const note = `${median(ours).toFixed(1)} ms over ${median(theirs).toFixed(1)} ms`
  sendFigure({ measure: 'R2', name, value: median(ratios), unit: 'x plain AND', most: 1.2, note })
}

/** An expression of two columns that takes long on the rows of one airport only; of one column, it runs once per value. */
const slowOn = (airport: string) =>
  `CASE WHEN origin = '${airport}' THEN length(md5(repeat(origin || distance, 20000))) ELSE 1 END`

const sqlMetric = (sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label: 'value' }) as const

/** The positions of a user's SQL whose time could reveal hidden rows. */
const positions: Readonly<Record<string, (expression: string) => QueryObject>> = {
  metric: (expression) => ({ columns: [], metrics: [sqlMetric(`SUM(${expression})`)] }),
  filter: (expression) => ({ columns: [], metrics: [sqlMetric('COUNT(*)')], extras: { where: `${expression} > 9` } }),
}

/** R2: an expression that is slow on hidden rows only, over the same expression for an airport that has no rows. */
async function measureHiddenRows(position: string, query: (expression: string) => QueryObject): Promise<void> {
  const [onHidden, onNone, unruled] = await Promise.all([
    ruledSql(fixture, query(slowOn('JFK')), [[RULE]]),
    ruledSql(fixture, query(slowOn('none')), [[RULE]]),
    ruledSql(fixture, query(slowOn('JFK')), []),
  ])
  const [hidden, none] = await measureInterleaved(
    HIDDEN_ROWS_RUNS,
    () => runRaw(fixture.raw, onHidden),
    () => runRaw(fixture.raw, onNone),
  )
  const start = performance.now()
  await runRaw(fixture.raw, unruled)
  const times = [median(hidden), median(none), performance.now() - start].map((time) => time.toFixed(1))
  sendFigure({
    measure: 'R2',
    name: `slow on hidden rows, ${position}`,
    value: median(hidden) / median(none),
    unit: 'x slow on none',
    most: 1.2,
    note: `${times[0]} ms over ${times[1]} ms; ${times[2]} ms without the rule`,
  })
}

for (const statement of order.plan.uncached.statements) await measureFence(statement)
for (const [position, query] of Object.entries(positions)) await measureHiddenRows(position, query)
await fixture.close()
process.exit(0)
