import { setMaxListeners } from 'node:events'
import { unzipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { type GenericType, NUMERIC, STRING, TEMPORAL, type Value } from '#core/table/table.ts'
import type { Bytes } from '#server/engines/engine.ts'
import { type FormatTask, formatResult, type ChartLayoutTask, formatForChart } from './result-task.ts'
import { ResultFormatterPool } from './result-formatter-pool.ts'

const NOTHING = { cells: 0, columns: 0, work: 0 }
const threads = new ResultFormatterPool(60_000, NOTHING)
const work = new ResultFormatterPool(60_000)
afterAll(() => {
  threads.close()
  work.close()
})

const who = { person: 1, signal: new AbortController().signal }
setMaxListeners(0, who.signal)
const DAY = 86_400_000
const count = (rows: number, of: (at: number) => Value): Value[] => Array.from({ length: rows }, (_, at) => of(at))

function bytes(columns: Readonly<Record<string, readonly [GenericType, readonly Value[]]>>): Bytes {
  const all = Object.entries(columns)
  return {
    columns: all.map(([name, [type]]) => ({ name, type })),
    rowCount: all[0]?.[1][1].length ?? 0,
    data: new TextEncoder().encode(JSON.stringify(all.map(([, [, values]]) => values))),
  }
}

const shops = (rows: number) =>
  bytes({
    __timestamp: [TEMPORAL, count(rows, (at) => Math.floor(at / 2) * DAY)],
    shop: [STRING, count(rows, (at) => (at % 2 === 0 ? 'Oslo, NO' : 'Rome'))],
    n: [NUMERIC, count(rows, (at) => (at % 5 === 0 ? null : at))],
  })
const aggregates = { n: { operator: 'sum' } }
const pivot = { operation: 'pivot', options: { index: ['__timestamp'], columns: ['shop'], aggregates } }
const rolling = {
  operation: 'rolling',
  options: { window: 2, rolling_type: 'mean', columns: { n: 'n' }, min_periods: 0 },
}

const requested: FormatTask = {
  do: 'lay out',
  main: shops(12),
  others: [],
  query: { columns: ['shop'], metrics: ['n'] },
  bounds: { from: 0, to: 6 * DAY },
  format: 'rows',
  headings: { names: { n: 'Number' }, formats: {} },
}
const other = { offset: '1 day ago', range: { from: DAY, to: 6 * DAY }, bytes: shops(10) }

const layouts: readonly (readonly [string, Partial<FormatTask>])[] = [
  ['plain rows', {}],
  ['columns', { format: 'columns' }],
  ['CSV', { format: 'csv' }],
  ['no rows', { main: shops(0), query: { post_processing: [pivot] } }],
  ['a pivot', { query: { post_processing: [pivot, { operation: 'flatten' }] } }],
  ['rolling means', { query: { post_processing: [rolling] }, format: 'columns' }],
  [
    'another period',
    { others: [other], query: { columns: ['shop'], metrics: ['n'], extras: { time_grain_sqla: 'P1D' } } },
  ],
  ['a shifted period', { query: { time_shift: '1 day ago' }, format: 'columns' }],
  [
    'a forecast',
    {
      main: bytes({
        __timestamp: [TEMPORAL, count(40, (at) => at * DAY)],
        n: [NUMERIC, count(40, (at) => (at * 7) % 11)],
      }),
      query: {
        post_processing: [
          { operation: 'prophet', options: { time_grain: 'P1D', periods: 5, confidence_interval: 0.8 } },
        ],
      },
    },
  ],
]

const withoutTime = ({ columns, rowCount, labels, data }: Awaited<ReturnType<typeof formatResult>>) => ({
  columns,
  rowCount,
  labels,
  text: new TextDecoder().decode(data),
})

describe('a thread formats a result as the main thread does', () => {
  it.each(layouts)('%s', async (_, parts) => {
    const task = { ...requested, ...parts }
    // Transferred buffers are detached.
    const plain = withoutTime(await formatResult(structuredClone(task)))
    expect(withoutTime(await work.layOut(structuredClone(task), who))).toEqual(plain)
    expect(withoutTime(await threads.layOut(structuredClone(task), who))).toEqual(plain)
    expect(plain.rowCount + plain.text.length).toBeGreaterThan(1)
  })

  it.each<[string, Partial<ChartLayoutTask>]>([
    ['a table', { form: { viz_type: 'table', column_config: { n: { d3NumberFormat: ',.1f' } } } }],
    [
      'a pivot table',
      { form: { viz_type: 'pivot_table_v2', groupbyRows: ['__timestamp'], groupbyColumns: ['shop'], metrics: ['n'] } },
    ],
    ['a chart of another kind', { form: { viz_type: 'line' } }],
    ['a file', { form: { viz_type: 'table' }, format: 'csv' }],
  ])('%s, laid out for a chart', async (_, parts) => {
    const { headings } = requested
    const task: ChartLayoutTask = {
      do: 'show',
      main: shops(12),
      totals: undefined,
      form: null,
      format: 'rows',
      headings,
      ...parts,
    }
    const plain = await formatForChart(task)
    expect(await work.show(task, who)).toEqual(plain)
    const shown = await threads.show(task, who)
    expect({ ...shown, data: Buffer.from(shown.data) }).toEqual({ ...plain, data: Buffer.from(plain.data) })
    // A displayed result is cached and remains usable.
    expect(task.main.data.byteLength).toBeGreaterThan(0)
  })

  it('reports the same errors as the main thread', async () => {
    const wrong: FormatTask = { ...requested, query: { post_processing: [{ operation: 'pivot', options: {} }] } }
    const failure = { code: 'post-wrong', args: ['Pivot operation requires at least one index'] }
    await expect(work.layOut(wrong, who)).rejects.toMatchObject(failure)
    await expect(threads.layOut({ ...wrong, main: shops(12) }, who)).rejects.toMatchObject(failure)
  })
})

it('formats a result above the cell limit in a thread, and stops if the caller disconnects', async () => {
  const aborted = { person: 1, signal: AbortSignal.abort(new Error('gone')) }
  const task: ChartLayoutTask = {
    do: 'show',
    main: shops(12),
    totals: undefined,
    form: { viz_type: 'table' },
    format: 'rows',
    headings: requested.headings,
  }
  const [all, less] = [36, 35].map((cells) => new ResultFormatterPool(60_000, { cells, columns: 100, work: 1000 }))
  // The cells of twelve rows and three columns.
  expect(await all?.show(task, aborted)).toEqual(await formatForChart(task))
  await expect(less?.show(task, aborted)).rejects.toThrow('gone')
  all?.close()
  less?.close()
})

it('builds spreadsheets in threads, and rejects those of disconnected callers', async () => {
  const laid = await work.layOut({ ...requested, main: shops(12), format: 'xlsx' }, who)
  const sheet = unzipSync(laid.data)['xl/worksheets/sheet1.xml'] as Uint8Array
  expect(new TextDecoder().decode(sheet).match(/<row /g)).toHaveLength(13)
  const aborted = new AbortController()
  const made = work.layOut({ ...requested, main: shops(12), format: 'xlsx' }, { ...who, signal: aborted.signal })
  aborted.abort(new Error('gone'))
  await expect(made).rejects.toThrow('gone')
})

it('a large result is formatted without blocking the event loop', async () => {
  const rows = 100_000
  const main = shops(rows)
  let turns = 0
  const beat = setInterval(() => turns++, 5)
  const before = turns
  const laid = await work.layOut({ ...requested, main, query: { post_processing: [pivot] } }, who)
  clearInterval(beat)
  expect(laid.rowCount).toBe(rows / 2)
  expect(turns - before).toBeGreaterThan(5)
})

it('rejects a pivot with too many cells before it allocates them', async () => {
  const main = (rows: number) =>
    bytes({
      __timestamp: [TEMPORAL, count(rows, (at) => at * DAY)],
      shop: [STRING, count(rows, (at) => `shop ${at}`)],
      n: [NUMERIC, count(rows, (at) => at)],
    })
  const task = (rows: number): FormatTask => ({
    ...requested,
    main: main(rows),
    query: { post_processing: [pivot] },
    format: 'columns',
  })
  const { most } = bounds['post-cells']
  const side = Math.floor(Math.sqrt(most)) - 1
  const { columns, rowNames } = await work.layOut(task(side), who)
  expect([columns.length, rowNames?.length]).toEqual([side, side])
  await expect(work.layOut(task(side + 1), who)).rejects.toMatchObject({
    code: 'bound-passed',
    extra: { bound: 'post-cells', count: (side + 1) * (side + 2), most },
  })
})

it('answer-tasks: formats results up to the limit of a user, and rejects one more', async () => {
  const { most } = bounds['answer-tasks']
  const task = () => threads.layOut({ ...requested, main: shops(2) }, { ...who, person: 2 })
  const all = Array.from({ length: most }, task)
  await expect(task()).rejects.toMatchObject({ code: 'work-waiting', args: [most] })
  expect((await Promise.all(all)).map(({ rowCount }) => rowCount)).toEqual(all.map(() => 2))
})
