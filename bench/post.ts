import { runPost } from '#core/post/index.ts'
import { NUMERIC, type Table, TEMPORAL } from '#core/table/table.ts'

/** Milliseconds of chains of post-processing over a long table of 22 000 rows (2 000 days, 11 series). */
const DAYS = 2000
const SERIES = 11
const DAY = 86_400_000
const rows = Array.from({ length: DAYS * SERIES }, (_, at) => at)
const now = { name: 'SUM(x)', type: NUMERIC, values: rows.map((row) => (row * 7919) % 1000) } as const
const table: Table = {
  rowCount: rows.length,
  columns: [
    { name: 't', type: TEMPORAL, values: rows.map((row) => Math.floor(row / SERIES) * DAY) },
    { name: 'carrier', type: 1, values: rows.map((row) => `carrier ${row % SERIES}`) },
    now,
    { ...now, name: 'SUM(x)__1 year ago', values: rows.map((row) => (row * 104729) % 1000) },
  ],
}
const names = { 'SUM(x)': 'SUM(x)', 'SUM(x)__1 year ago': 'SUM(x)__1 year ago' }
const aggregates = Object.fromEntries(Object.keys(names).map((name) => [name, { operator: 'mean' }]))
const steps = {
  pivot: { index: ['t'], columns: ['carrier'], aggregates, drop_missing_columns: false },
  rolling: { rolling_type: 'mean', window: 28, min_periods: 0, columns: names },
  cum: { operator: 'sum', columns: names },
  compare: {
    source_columns: ['SUM(x)'],
    compare_columns: ['SUM(x)__1 year ago'],
    compare_type: 'percentage',
    drop_original_columns: true,
  },
  resample: { rule: '1D', method: 'ffill' },
  flatten: {},
}
const chains: readonly (readonly (keyof typeof steps)[])[] = [
  ['rolling', 'cum', 'compare'],
  ['pivot', 'flatten'],
  ['pivot', 'rolling', 'flatten'],
  ['pivot', 'compare', 'resample', 'flatten'],
]

for (const chain of chains) {
  const times = Array.from({ length: 40 }, () => {
    // A table of its own each time: numbers read once are remembered by their columns.
    const own = { ...table, columns: table.columns.map((column) => ({ ...column, values: [...column.values] })) }
    const started = performance.now()
    runPost(
      own,
      chain.map((operation) => ({ operation, options: steps[operation] })),
    )
    return performance.now() - started
  }).toSorted((a, b) => a - b)
  const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1)
  console.log(`${chain.join(' > ').padEnd(40)} p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`)
}
