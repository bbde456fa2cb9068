import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QueryObject } from '#core/query/query-object.ts'
import type { Sample } from '#core/query/sample.ts'
import { toRecords, type Value } from '#core/table/table.ts'
import { planQuery } from '#server/data/result/run-query.ts'
import { rangesOf } from '#server/dataset/time-ranges.ts'
import { print } from '#server/sql/print-sql.ts'
import { POINT_COUNT_LABEL, sampledSelect } from '#server/sql/sample.ts'
import { dataset, datasetColumn } from '#testing/dataset.ts'
import { queryEngines, type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import type { Engine } from './engine.ts'

const MINUTE = 60_000
const WIDTH = 4

/** Per fixture: minute, series, value. Fixtures 0 and 1 use the table below, the others random points. */
type Point = readonly [minute: number, who: string | null, n: number | null]

const LONG: readonly (number | null)[] = [
  [5, 9, 1, 9, 7],
  [3, 3, 3, 3, 3],
  [null, 4, 8, null, 2],
  [null, null, null, null, null],
].flat()
const byHand: readonly Point[] = [
  ...LONG.map((n, minute): Point => [minute, 'long', n]),
  [0, null, 6],
  [7, null, 8],
  [19, null, 7],
]

/** Returns a seeded random number generator. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

const randomSamples = Array.from({ length: 12 }, (_, caseNumber): readonly Point[] => {
  const draw = chance(caseNumber + 1)
  const series = ['a', 'b', null].slice(0, 1 + draw(3))
  return series.flatMap((who) =>
    Array.from({ length: 120 }, (_value, minute) => minute)
      .filter(() => draw(4) > 0)
      .map((minute): Point => [minute + draw(2) * 300, who, draw(9) === 0 ? null : draw(7) - 3])
      .filter(([minute], index, all) => all.findIndex(([other]) => other === minute) === index),
  )
})
const samples = [byHand, byHand.filter(([, who]) => who !== null), ...randomSamples]

/** The same points with non-finite numbers in between. */
const odd = (minute: number, n: number | null) => (minute === 6 ? 'NaN' : minute === 7 ? 'Infinity' : n)

const literal = (value: string | number | null) => (typeof value === 'string' ? `'${value}'` : String(value ?? 'NULL'))
const momentOf = (minute: number) => new Date(minute * MINUTE).toISOString().slice(0, 19).replace('T', ' ')
const rowsOf = samples.flatMap((points, caseNumber) =>
  points.map(
    ([minute, who, n]) =>
      `(${caseNumber}, '${momentOf(minute)}', '${momentOf(minute * 1440).slice(0, 10)}', '${momentOf(minute)}+00', ${literal(who)}, ${literal(n)}, ${literal(odd(minute, n))})`,
  ),
)
const statements = [
  'CREATE TABLE points (world INTEGER, moment TIMESTAMP, day DATE, zoned TIMESTAMPTZ, who VARCHAR, n INTEGER, odd FLOAT8)',
  `INSERT INTO points VALUES ${rowsOf.join(', ')}`,
  "INSERT INTO points VALUES (0, NULL, NULL, NULL, 'long', 99, 99), (0, 'infinity', 'infinity', 'infinity', 'long', 99, 99)",
]
const points = dataset({
  table_name: 'points',
  columns: [
    ...['world', 'n'].map((column_name) => datasetColumn({ column_name, type: 'BIGINT' })),
    datasetColumn({ column_name: 'odd', type: 'DOUBLE' }),
    ...['moment', 'day', 'zoned'].map((column_name) =>
      datasetColumn({ column_name, type: 'TIMESTAMP', is_dttm: true }),
    ),
    datasetColumn({ column_name: 'who', type: 'VARCHAR' }),
  ],
})
const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'n' }, label: 'n' } as const

function questionOf(caseNumber: number, x = 'moment'): QueryObject {
  const axis = { label: 'x', sqlExpression: x, columnType: 'BASE_AXIS' } as const
  return {
    columns: [axis, 'who'],
    metrics: [sum],
    filters: [{ col: 'world', op: '==', val: caseNumber }],
    row_limit: 10,
  }
}

describe.each(queryEngines)('$name', (engine: Engine) => {
  let fixture: EngineFixture
  beforeAll(async () => {
    fixture = await openEngineFixture(engine, statements)
  })
  afterAll(() => fixture.close())

  async function sampled(query: QueryObject, sample: Sample, max = 1000) {
    const limits = { rows: 50_000, max: 100_000 }
    const loaded = { dataset: points, database: {} as never }
    const planning = { loaded, rules: [], masks: [], tables: [], ranges: rangesOf(query, 0), limits }
    const { plan } = await planQuery(query, planning, fixture)
    const { dialect } = engine
    const sampling = { labels: plan.labels, x: 0, metrics: [2], dialect, max }
    const sql = print(sampledSelect(plan.select, sample, sampling), dialect)
    const run = { signal: new AbortController().signal, maxRows: max, labels: [...plan.labels, POINT_COUNT_LABEL] }
    return toRecords(await fixture.connection.table(sql, run))
  }

  const positionsOf = (rows: readonly Record<string, Value>[], who: string | null, unit = MINUTE) =>
    rows.filter((row) => row['who'] === who).map((row) => Number(row['x']) / unit)

  // Twenty minutes in four parts of five. Of the first, 5 9 1 9 7: both ends, the minimum at 2, the earlier 9 at 1. Of
  // five times 3 only the ends; of - 4 8 - 2 the ends and 8; of a part without values the ends.
  const seen = [0, 1, 2, 4, 5, 9, 10, 12, 14, 15, 19]

  it.each<[string, string, number]>([
    ['moments', 'moment', MINUTE],
    ['times of a time zone', 'zoned', MINUTE],
    ['days', 'day', 1440 * MINUTE],
  ])('returns the first, last, minimum and maximum of each part of %s', async (_name, x, unit) => {
    const rows = await sampled(questionOf(0, x), { width: WIDTH })
    expect(positionsOf(rows, 'long', unit)).toEqual(seen)
    // Three points are no more than four per part.
    expect(positionsOf(rows, null, unit)).toEqual([0, 7, 19])
    expect(new Set(rows.map((row) => row[POINT_COUNT_LABEL]))).toEqual(new Set([23]))
    expect(rows.filter((row) => row['who'] === 'long').map((row) => row['n'])).toEqual(
      seen.map((minute) => LONG[minute] ?? null),
    )
  })

  it('ignores NaN as an extreme', async () => {
    const query = questionOf(1)
    const metric = { ...sum, column: { column_name: 'odd' } }
    const rows = await sampled({ ...query, metrics: [metric] }, { width: WIDTH })
    expect(positionsOf(rows, 'long')).toEqual(seen)
  })

  it('divides the selected range into its own parts, and the rest into those of the full range', async () => {
    // 5 to 9 in four parts: 5, 6, 7, and 8 with 9.
    const rows = await sampled(questionOf(1), { width: WIDTH, from: 5 * MINUTE, to: 9 * MINUTE })
    expect(positionsOf(rows, 'long')).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 19])
  })

  it('cuts rows beyond the limit in the order of the axis', async () => {
    expect(positionsOf(await sampled(questionOf(1), { width: WIDTH }, 3), 'long')).toEqual([0, 1, 2])
  })

  it('returns existing rows in order, with the extremes of each series', async () => {
    let long = 0
    for (const [index, all] of samples.entries()) {
      const rows = await sampled(questionOf(index), { width: WIDTH })
      const x = rows.map((row) => Number(row['x']))
      expect(x).toEqual(x.toSorted((a, b) => a - b))
      const minutes = all.map(([minute]) => minute)
      const [first, last] = [Math.min(...minutes), Math.max(...minutes)]
      for (const who of new Set(all.map((point) => point[1]))) {
        const own = all.filter((point) => point[1] === who)
        const stored = rows
          .filter((row) => row['who'] === who)
          .map((row): Point => [Number(row['x']) / MINUTE, who, row['n'] as number | null])
        for (const point of stored) expect(own).toContainEqual(point)
        if (own.length <= 4 * WIDTH) {
          expect(stored).toHaveLength(own.length)
          continue
        }
        long += 1
        const partOf = ([minute]: Point) => Math.min(WIDTH - 1, Math.floor(((minute - first) / (last - first)) * WIDTH))
        for (let part = 0; part < WIDTH; part++) {
          const there = own.filter((point) => partOf(point) === part).toSorted((a, b) => a[0] - b[0])
          const left = stored.filter((point) => partOf(point) === part)
          const values = (of: readonly Point[]) => of.map((point) => point[2]).filter((value) => value !== null)
          expect(left.length).toBeLessThanOrEqual(4)
          expect([left[0], left.at(-1)]).toEqual([there[0], there.at(-1)])
          expect([Math.min(...values(left)), Math.max(...values(left))]).toEqual([
            Math.min(...values(there)),
            Math.max(...values(there)),
          ])
        }
      }
    }
    expect(long).toBeGreaterThan(10)
  })
})
