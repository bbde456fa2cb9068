import { expect, it } from 'vitest'
import { runQuery, dataOf, httpResponse, ROW_COUNT, type EngineSide } from './fixture.ts'

const JANUARY = Date.UTC(2012, 0, 15)
const FEBRUARY = Date.UTC(2012, 1, 10)

/** Tests of post-processing. */
export function testPostProcessing(side: () => EngineSide): void {
  const entry = async (query: object, more: object = {}) =>
    httpResponse(await runQuery(side(), query, more)).json().result[0]
  const spread = (more: object = {}) => ({
    operation: 'pivot',
    options: { index: ['ts'], columns: ['origin'], aggregates: { rows: { operator: 'sum' } }, ...more },
  })
  const axis = { label: 'ts', sqlExpression: 'ts', expressionType: 'SQL', columnType: 'BASE_AXIS' }
  const pivotQuery = {
    columns: [axis, 'origin'],
    metrics: [ROW_COUNT],
    filters: [{ col: 'id', op: 'IN', val: [1, 3] }],
  }

  it('an altitude is in kilometres', async () => {
    const coordinates = { sqlExpression: "'40.5, -74.5, 3.28km'", label: 'place', expressionType: 'SQL' }
    const options = { geodetic: 'place', latitude: 'lat', longitude: 'lon', altitude: 'alt' }
    const query = { columns: [coordinates], row_limit: 1, post_processing: [{ operation: 'geodetic_parse', options }] }
    expect(await dataOf(side(), query)).toEqual([{ place: '40.5, -74.5, 3.28km', lat: 40.5, lon: -74.5, alt: 3.28 }])
  })

  it('times are gathered by business days', async () => {
    const query = {
      columns: [axis],
      metrics: [ROW_COUNT],
      filters: [{ col: 'id', op: 'IN', val: [1, 2] }],
      post_processing: [
        { operation: 'pivot', options: { index: ['ts'], aggregates: { rows: { operator: 'sum' } } } },
        { operation: 'resample', options: { rule: 'B', method: 'sum' } },
        { operation: 'flatten' },
      ],
    }
    // 2012-01-15 is a Sunday and 2012-01-20 a Friday: the Sunday belongs to Friday the 13th.
    const days = [13, 16, 17, 18, 19, 20]
    expect(await dataOf(side(), query)).toEqual(
      days.map((day) => ({ ts: Date.UTC(2012, 0, day), rows: day === 13 || day === 20 ? 1 : 0 })),
    )
  })

  it('a column that bears the name of a time column is temporal, also with totals in it', async () => {
    const margins = [spread({ marginal_distributions: true }), { operation: 'flatten' }]
    const { colnames, coltypes } = await entry({ ...pivotQuery, post_processing: margins })
    expect([colnames[0], coltypes[0]]).toEqual(['ts', 2])
  })

  it('returns the row index of a pivoted result next to its data, unless it becomes a column', async () => {
    const data = [
      { 'rows, JFK': null, 'rows, SFO': 1 },
      { 'rows, JFK': 1, 'rows, SFO': null },
    ]
    const flat = [spread(), { operation: 'flatten', options: { reset_index: false } }]
    for (const post_processing of [[spread()], flat]) {
      const made = await entry({ ...pivotQuery, post_processing })
      expect(made).toMatchObject({ colnames: ['rows, JFK', 'rows, SFO'], data, indexnames: [JANUARY, FEBRUARY] })
      const file = await runQuery(side(), { ...pivotQuery, post_processing }, { result_format: 'csv' })
      expect(file.body).toBe('ts,"rows, JFK","rows, SFO"\n2012-01-15,,1\n2012-02-10,1,\n')
    }
    const made = await entry({ ...pivotQuery, post_processing: [spread(), { operation: 'flatten' }] })
    expect(made).toMatchObject({ colnames: ['ts', 'rows, JFK', 'rows, SFO'], indexnames: [0, 1] })
    const old = await entry({ ...pivotQuery, post_processing: [spread({ reset_index: true })] })
    expect(old.colnames).toEqual(['ts', 'rows, JFK', 'rows, SFO'])
  })

  it('returns validation errors without a prefix, and database errors with one', async () => {
    const unknown = await runQuery(side(), { columns: ['nope'] })
    expect([unknown.statusCode, unknown.json().message]).toEqual([400, "Columns missing in dataset: ['nope']"])
    const failing = { columns: [{ sqlExpression: 'nope + 1', label: 'n', expressionType: 'SQL' }] }
    expect((await runQuery(side(), failing)).json().message).toMatch(/^Error: /)
  })
}
