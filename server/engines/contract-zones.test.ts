import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdhocColumn, QueryFilter } from '#core/query/query-object.ts'
import { queryRunnerOn } from '#testing/query-rows.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { dataset, datasetColumn } from '#testing/dataset.ts'
import { queryEngines, type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import { clockChanges, ZONES } from '#testing/zones.ts'
import type { Engine } from './engine.ts'

/** Every half hour of 30 hours around each clock change of a zone. */
const halfHours = new Map(
  ZONES.map((zone) => [
    zone,
    clockChanges(zone).flatMap((day) => {
      const start = day.toZonedDateTime(zone).subtract({ hours: 3 }).epochMilliseconds
      return Array.from({ length: 60 }, (_, half) => start + half * 1_800_000)
    }),
  ]),
)
const rowsOf = ZONES.flatMap((zone) =>
  (halfHours.get(zone) ?? []).map((at, id) => {
    const text = new Date(at).toISOString().replace('T', ' ').replace('.000Z', '')
    return `('${zone}', ${id}, '${text}+00', ${at / 1000}, ${at}, '${text}')`
  }),
)
const statements = [
  'CREATE TABLE instants (zone VARCHAR, id INTEGER, zoned TIMESTAMPTZ, secs BIGINT, millis BIGINT, wall TIMESTAMP)',
  `INSERT INTO instants VALUES ${rowsOf.join(', ')}`,
]
const time = (column_name: string, type: string, python_date_format: string | null = null) =>
  datasetColumn({ column_name, type, python_date_format, is_dttm: true })
const instants = dataset({
  table_name: 'instants',
  columns: [
    datasetColumn({ column_name: 'zone', type: 'VARCHAR' }),
    datasetColumn({ column_name: 'id', type: 'INTEGER' }),
    time('zoned', 'TIMESTAMP WITH TIME ZONE'),
    time('secs', 'BIGINT', 'epoch_s'),
    time('millis', 'BIGINT', 'epoch_ms'),
    time('wall', 'TIMESTAMP'),
  ],
})
const INSTANTS = ['zoned', 'secs', 'millis'] as const

const axis = (sqlExpression: string, timeGrain: string): AdhocColumn => ({
  label: `${sqlExpression} ${timeGrain}`,
  sqlExpression,
  columnType: 'BASE_AXIS',
  timeGrain,
})
const utc = (at: Temporal.PlainDateTime) => at.toZonedDateTime('UTC').epochMilliseconds
const shownIn = (zone: string, at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)

/** The start of each grain in wall-clock time, by Temporal. */
const GRAINS: Readonly<Record<string, (at: Temporal.PlainDateTime) => Temporal.PlainDateTime>> = {
  PT1H: (at) => at.round({ smallestUnit: 'hour', roundingMode: 'floor' }),
  P1D: (at) => at.toPlainDate().toPlainDateTime(),
  P1W: (at) =>
    at
      .toPlainDate()
      .subtract({ days: at.dayOfWeek - 1 })
      .toPlainDateTime(),
  P1M: (at) => at.toPlainDate().with({ day: 1 }).toPlainDateTime(),
}

describe.each(queryEngines)('$name', (engine: Engine) => {
  let fixture: EngineFixture
  beforeAll(async () => {
    fixture = await openEngineFixture(engine, statements)
  })
  afterAll(() => fixture.close())

  const ask = (zone: string, now = 0) => {
    const { rows } = queryRunnerOn(fixture, instants, now)
    const own: QueryFilter = { col: 'zone', op: '==', val: zone }
    return (columns: readonly (string | AdhocColumn)[], filters: readonly QueryFilter[] = [], calendar: object = {}) =>
      rows({
        columns: ['id', ...columns],
        filters: [own, ...filters],
        extras: { time_zone: zone, ...calendar },
        orderby: [['id', true]],
      })
  }
  const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => id)

  it.each(sampleCases(ZONES, 5))(
    'shows and buckets the instants of columns of every kind on the clocks of %s',
    async (zone) => {
      const grains = Object.keys(GRAINS)
      const columns = [...INSTANTS, ...INSTANTS.flatMap((name) => grains.map((grain) => axis(name, grain)))]
      const expected = (halfHours.get(zone) ?? []).map((at, id) => {
        const wall = shownIn(zone, at).toPlainDateTime()
        const cells = INSTANTS.flatMap((name) => [
          [name, utc(wall)],
          ...Object.entries(GRAINS).map(([grain, cut]) => [`${name} ${grain}`, utc(cut(wall))]),
        ])
        return { id, ...Object.fromEntries(cells) }
      })
      expect(await ask(zone)(columns)).toEqual(expected)
    },
  )

  it.each(sampleCases(ZONES, 5))('filters instants by the days of %s', async (zone) => {
    for (const day of clockChanges(zone)) {
      const within = (halfHours.get(zone) ?? []).flatMap((at, id) =>
        shownIn(zone, at).toPlainDate().equals(day) ? [id] : [],
      )
      const val = [day, day.add({ days: 1 })].map(String).join(' : ')
      for (const col of INSTANTS) {
        const found = await ask(zone)([], [{ col, op: 'TEMPORAL_RANGE', val }])
        expect([col, val, idsOf(found)]).toEqual([col, val, within])
      }
    }
  })

  it('counts relative days from the day that it is in the zone', async () => {
    const zone = 'Pacific/Auckland'
    const [day] = clockChanges(zone)
    // Two hours before midnight in Auckland, when it is morning of that day in UTC.
    const now = shownIn(zone, day?.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds ?? 0).subtract({ hours: 2 })
    const within = (halfHours.get(zone) ?? []).flatMap((at, id) =>
      day && shownIn(zone, at).toPlainDate().equals(day) ? [id] : [],
    )
    const found = await ask(zone, now.epochMilliseconds)(
      [],
      [{ col: 'zoned', op: 'TEMPORAL_RANGE', val: 'Current day' }],
    )
    expect(within.length).toBeGreaterThan(40)
    expect(idsOf(found)).toEqual(within)
  })

  it('returns wall-clock columns as they are stored', async () => {
    const zone = 'Asia/Tokyo'
    const rows = await ask(zone)(
      ['wall', axis('wall', 'P1D')],
      [{ col: 'wall', op: 'TEMPORAL_RANGE', val: ' : 2021-03-28' }],
    )
    const stored = (halfHours.get(zone) ?? []).filter((at) => at < Date.UTC(2021, 2, 28))
    expect(rows.map(({ wall }) => wall)).toEqual(stored)
    expect(rows.map((row) => row['wall P1D'])).toEqual(stored.map((at) => Math.floor(at / 86_400_000) * 86_400_000))
  })

  it('finds the rows of a displayed value and of a bucket, also in an hour that occurs twice', async () => {
    const zone = 'Europe/Berlin'
    const twice = Date.UTC(2021, 9, 31, 2, 30)
    const ids = (halfHours.get(zone) ?? []).flatMap((at, id) =>
      ['2021-10-31T00:30:00.000Z', '2021-10-31T01:30:00.000Z'].includes(new Date(at).toISOString()) ? [id] : [],
    )
    expect(ids).toHaveLength(2)
    for (const col of INSTANTS) {
      expect([col, idsOf(await ask(zone)([], [{ col, op: '==', val: twice }]))]).toEqual([col, ids])
      expect([col, idsOf(await ask(zone)([], [{ col, op: 'IN', val: [twice] }]))]).toEqual([col, ids])
    }
    const hour = await ask(zone)([], [{ col: 'secs', op: 'IN', val: [Date.UTC(2021, 9, 31, 2)], grain: 'PT1H' }])
    expect(hour).toHaveLength(4)
  })

  it('reads seconds in the unit of the column as instants', async () => {
    const zone = 'Europe/Berlin'
    const [at = 0] = halfHours.get(zone) ?? []
    for (const val of [at / 1000, String(at / 1000)])
      expect(idsOf(await ask(zone)([], [{ col: 'secs', op: '==', val }]))).toEqual([0])
  })

  it('shows the first and the last instant in the zone', async () => {
    const zone = 'America/New_York'
    const { rows } = queryRunnerOn(fixture, instants, 0)
    const ends = (['MIN', 'MAX'] as const).map((aggregate) => ({
      expressionType: 'SIMPLE' as const,
      aggregate,
      column: { column_name: 'zoned' },
      label: aggregate,
    }))
    const all = halfHours.get(zone) ?? []
    const query = { metrics: ends, filters: [{ col: 'zone', op: '==', val: zone }], extras: { time_zone: zone } }
    const [first, last] = [all[0] ?? 0, all.at(-1) ?? 0].map((at) => utc(shownIn(zone, at).toPlainDateTime()))
    expect(await rows(query)).toEqual([{ MIN: first, MAX: last }])
  })
})
