import { expect, it } from 'vitest'
import type { ColumnarResult, TimeFormats } from './result.ts'
import { recordsWithTimestamps, withTimestamps } from './stored-times.ts'

const entry = (time_formats: TimeFormats | undefined, columns: ColumnarResult['columns']) =>
  ({
    colnames: ['t', 'n'],
    coltypes: [2, 0],
    columns,
    rowcount: columns[0]?.length ?? 0,
    ...(time_formats ? { time_formats } : {}),
  }) as unknown as ColumnarResult

it.each([
  ['epoch_s', 1615689000, Date.UTC(2021, 2, 14, 2, 30)],
  ['epoch_s', '1615689000', Date.UTC(2021, 2, 14, 2, 30)],
  ['epoch_ms', 1615689000123, 1615689000123],
  ['%Y-%m-%d %H:%M:%S', '2021-03-14 02:30:00', Date.UTC(2021, 2, 14, 2, 30)],
  ['%Y%m%d', 20240229, Date.UTC(2024, 1, 29)],
  ['%d.%m.%Y', '31.12.1999', Date.UTC(1999, 11, 31)],
  ['%Y', '2012', Date.UTC(2012, 0, 1)],
  [null, '2021-03-14', Date.UTC(2021, 2, 14)],
  [null, '2021-03-14 02:30:00.5', Date.UTC(2021, 2, 14, 2, 30, 0, 500)],
  [null, '2021-03-14T02:30:00+02', Date.UTC(2021, 2, 14, 0, 30)],
  [null, '2021-03-14T02:30:00+0230', Date.UTC(2021, 2, 14)],
  [null, '2021-03-14 02:30:00-01:30', Date.UTC(2021, 2, 14, 4)],
  [null, '2021-03-14 02:30', Date.UTC(2021, 2, 14, 2, 30)],
  [null, ' 2021-03-14Z ', Date.UTC(2021, 2, 14)],
])('%s: %s is an instant', (format, stored, instant) => {
  const shown = withTimestamps(
    entry({ t: format }, [
      [stored, null],
      [1, 2],
    ]),
  )
  expect(shown.columns).toEqual([
    [instant, null],
    [1, 2],
  ])
  expect(shown.coltypes).toEqual([2, 0])
})

it.each([
  ['epoch_s', 'soon', 1],
  ['%Y-%m-%d', 'never', 1],
  [null, 'monday', 1],
  [null, '2021-03-14 02', 1],
  [null, '2021-02-30T25:00', 1],
  ['epoch_s', '1 day', 1],
  ['epoch_s', 9e15, 0],
  [null, true, 0],
  ['epoch_ms', true, 0],
])('%s: a column that holds %s is not temporal and stays', (format, odd, type) => {
  const shown = withTimestamps(
    entry({ t: format }, [
      [odd, null],
      [1, 2],
    ]),
  )
  expect(shown.columns[0]).toEqual([odd, null])
  expect(shown.coltypes).toEqual([type, 0])
})

it('a result without stored time formats is unchanged', () => {
  const plain = entry(undefined, [[5], [1]])
  expect(withTimestamps(plain)).toBe(plain)
})

it('records are read by the names of their columns', () => {
  const records = [{ t: 1, n: 1 }, { n: 2 }]
  expect(recordsWithTimestamps(records, { t: 'epoch_s' })).toEqual([{ t: 1000, n: 1 }, { n: 2 }])
  expect(recordsWithTimestamps(records, undefined)).toBe(records)
})
