import { describe, expect, it } from 'vitest'
import type { Sample } from './sample.ts'
import { sampledRows } from './sampled-rows.ts'
import { NUMERIC, STRING, type Table, TEMPORAL, type Value } from '#core/table/table.ts'

const column = (name: string, type: typeof NUMERIC | typeof STRING | typeof TEMPORAL, values: readonly Value[]) => ({
  name,
  type,
  values,
})

function tableOf(moments: readonly Value[], ...metrics: readonly (readonly Value[])[]): Table {
  const columns = metrics.map((values, index) => column(`m${index}`, NUMERIC, values))
  return { columns: [column('x', TEMPORAL, moments), ...columns], rowCount: moments.length }
}

const momentsOf = (length: number) => Array.from({ length }, (_, at) => at)
const seen = (table: Table, sample: Sample) =>
  sampledRows(table, sample, { x: 0, metrics: table.columns.slice(1).map((_, index) => index + 1) })

describe('sampled rows, computed by hand', () => {
  // Twenty timestamps in four parts of five; server/engines/contract-sample.test.ts queries the engines for the same.
  const long: readonly Value[] = [
    [5, 9, 1, 9, 7],
    [3, 3, 3, 3, 3],
    [null, 4, 8, null, 2],
    [null, null, null, null, null],
  ].flat()
  const remaining = [0, 1, 2, 4, 5, 9, 10, 12, 14, 15, 19]

  it('each part retains its first, last, least and greatest row, the earliest of equal ones', () => {
    // Five of the first part have values, five of the second and three of the third.
    expect(seen(tableOf(momentsOf(20), long), { width: 4 })).toEqual({ rows: remaining, points: 13 })
  })

  it('rows in another order stay in it', () => {
    const table = tableOf(momentsOf(20).toReversed(), long.toReversed())
    const rows = remaining.map((row) => 19 - row).toReversed()
    expect(seen(table, { width: 4 }).rows).toEqual(rows)
  })

  it('several columns retain the extremes of each', () => {
    const falling = momentsOf(20).map((at) => (at === 7 ? 100 : -at))
    // The ends are always included; 7 is the maximum of the second column in the second part, where the first has no
    // value.
    expect(seen(tableOf(momentsOf(20), long, falling), { width: 4 }).rows).toEqual(
      [...remaining, 7].sort((a, b) => a - b),
    )
  })

  it('divides the selected range into separate intervals and the rest into those of the full range', () => {
    // 5 to 9 in four parts: 5, 6, 7, and 8 with 9.
    const rows = [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 19]
    expect(seen(tableOf(momentsOf(20), long), { width: 4, from: 5, to: 9 }).rows).toEqual(rows)
  })

  it('retains all rows of series with at most four points per interval, each series separately', () => {
    const all = momentsOf(16)
    expect(seen(tableOf(all, all), { width: 4 }).rows).toEqual(all)
    const table: Table = {
      columns: [
        column('x', TEMPORAL, [...momentsOf(20), ...all]),
        column('who', STRING, [...momentsOf(20).map(() => 'long'), ...all.map(() => 'short')]),
        column('n', NUMERIC, [...long, ...all]),
      ],
      rowCount: 36,
    }
    const rows = sampledRows(table, { width: 4 }, { x: 0, metrics: [2] }).rows
    expect(rows).toEqual([...remaining, ...all.map((at) => at + 20)])
  })

  it('leaves out rows without a time, and treats a single position as one part', () => {
    expect(seen(tableOf([null, ...momentsOf(20)], [99, ...long]), { width: 4 }).rows).toEqual(
      remaining.map((row) => row + 1),
    )
    const same = tableOf(
      momentsOf(20).map(() => 7),
      momentsOf(20),
    )
    expect(seen(same, { width: 4 }).rows).toEqual([0, 19])
  })

  it('integers that are written as text are numbers', () => {
    const digits = momentsOf(20).map((at): Value => (at === 7 ? '9007199254740993' : at))
    expect(seen(tableOf(momentsOf(20), digits), { width: 1 }).rows).toEqual([0, 7, 19])
  })
})

/** Returns a seeded random number generator. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

it('returns existing rows in order, with ends and extremes of each part', () => {
  let long = 0
  for (let cycle = 1; cycle <= 40; cycle++) {
    const draw = chance(cycle)
    const length = 1 + draw(200)
    const moments = Array.from({ length }, () => draw(400)).toSorted((a, b) => a - b)
    const width = 1 + draw(8)
    const columns = Array.from({ length: 1 + draw(3) }, () =>
      moments.map((): Value => (draw(5) === 0 ? null : draw(9) - 4)),
    )
    const [from, to] = [draw(200), 201 + draw(200)]
    const sample = draw(2) === 0 ? { width } : { width, from, to }
    const { rows } = seen(tableOf(moments, ...columns), sample)
    expect(rows).toEqual([...new Set(rows)].toSorted((a, b) => a - b))
    if (length <= 4 * width) {
      expect(rows).toHaveLength(length)
      continue
    }
    long++
    const cut = (at: number, first: number, last: number) =>
      Math.min(width - 1, Math.floor(((at - first) / (last - first)) * width))
    const partOf = (at: number) => {
      const whole = cut(at, moments[0] ?? 0, moments.at(-1) ?? 0)
      if (!('from' in sample)) return `${whole}`
      return at < from ? `before ${whole}` : at <= to ? `in ${cut(at, from, to)}` : `after ${whole}`
    }
    const all = momentsOf(length)
    for (const part of new Set(moments.map(partOf))) {
      const there = all.filter((row) => partOf(moments[row] ?? 0) === part)
      const left = there.filter((row) => rows.includes(row))
      expect([left[0], left.at(-1)].map((row) => moments[row ?? -1])).toEqual([
        moments[there[0] ?? -1],
        moments[there.at(-1) ?? -1],
      ])
      expect(left.length).toBeLessThanOrEqual(2 + 2 * columns.length)
      for (const values of columns) {
        const extremes = (of: readonly number[]) => {
          const numbers = of.map((row) => values[row]).filter((value) => typeof value === 'number')
          return [Math.min(...numbers), Math.max(...numbers)]
        }
        expect(extremes(left)).toEqual(extremes(there))
      }
    }
  }
  expect(long).toBeGreaterThan(20)
})
