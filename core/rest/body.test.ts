import { describe, expect, it } from 'vitest'
import { readBody } from './body.ts'
import { chartEntity } from '#core/entity/chart.ts'
import { dashboardEntity } from '#core/entity/dashboard.ts'
import { databaseEntity } from '#core/entity/database.ts'
import { datasetEntity } from '#core/entity/dataset.ts'
import { cleanSlug, readMetadata } from './dashboard.ts'

describe('bodies', () => {
  it('preserve unknown keys', () => {
    const body = { slice_name: 'A', datasource_id: 1, datasource_type: 'table', later: { x: 1 } }
    expect(readBody(chartEntity.create, body)).toEqual({ ok: body })
  })

  it('say which fields are missing or wrong', () => {
    expect(
      readBody(chartEntity.create, { slice_name: '', datasource_id: 'one', params: '{', cache_timeout: 1.5 }),
    ).toEqual({
      errors: {
        slice_name: ['Length must be between 1 and 250.'],
        datasource_id: ['Not a valid integer.'],
        datasource_type: ['Missing data for required field.'],
        params: ['JSON not valid'],
        cache_timeout: ['Not a valid integer.'],
      },
    })
    expect(readBody(databaseEntity.create, {})).toEqual({
      errors: { database_name: ['Missing data for required field.'] },
    })
    expect(readBody(datasetEntity.create, { database: null, table_name: 'a' })).toEqual({
      errors: { database: ['Field may not be null.'] },
    })
  })

  it('rejects bodies that are no object', () => {
    expect(readBody(chartEntity.update, [])).toEqual({ errors: { _schema: ['Not a valid mapping type.'] } })
    expect(readBody(chartEntity.update, undefined)).toEqual({
      errors: { _schema: ['Missing data for required field.'] },
    })
  })

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('accepts at most a hundred levels of %s in JSON text, not counting those in strings', (open, close) => {
    const deep = (levels: number) => ({ params: `${open.repeat(levels)}1${close.repeat(levels)}` })
    const read = (levels: number) => readBody(chartEntity.update, deep(levels))
    expect(read(100)).toEqual({ ok: deep(100) })
    expect(read(101)).toEqual({ errors: { params: ['JSON nests deeper than 100 levels'] } })
    const quoted = { params: JSON.stringify({ a: `"${open.repeat(500)}\\` }) }
    expect(readBody(chartEntity.update, quoted)).toEqual({ ok: quoted })
  })

  it('accepts partial bodies on update', () => {
    expect(readBody(chartEntity.update, { cache_timeout: null })).toEqual({ ok: { cache_timeout: null } })
    expect(readBody(dashboardEntity.update, {})).toEqual({ ok: {} })
  })

  it('name the column that is wrong', () => {
    const columns = [{ column_name: 'a', python_date_format: '%Y-%m-%d %H:%M' }, { python_date_format: '%d.%m' }]
    expect(readBody(datasetEntity.update, { columns })).toEqual({
      errors: {
        columns: {
          1: {
            column_name: ['Missing data for required field.'],
            python_date_format: ['Invalid date/timestamp format'],
          },
        },
      },
    })
  })

  it('keeps prototypes out of the messages', () => {
    const read = readBody(dashboardEntity.update, JSON.parse('{"slug":5,"__proto__":{"x":1}}'))
    expect(read).toEqual({ errors: { slug: ['Not a valid string.'] } })
  })
})

it('cleans slugs', () => {
  expect(cleanSlug(' Three million flights! ')).toBe('Three-million-flights')
  expect(cleanSlug('é_1/..')).toBe('é_1')
})

it('D-META-03: reads the metadata object out of json_metadata and keeps every key', () => {
  const metadata = {
    default_filters: '{}',
    shared_label_colors: {},
    label_colors: { a: '#fff' },
    filter_scopes: {},
    native_filter_configuration: [{ id: 'NATIVE_FILTER-1' }],
    show_native_filters: true,
    chart_configuration: {},
    expanded_slices: { 7: true },
    refresh_frequency: 10,
    color_namespace: 'n',
    color_scheme: 's',
    later: 1,
  }
  expect(readMetadata(JSON.stringify(metadata))).toEqual(metadata)
  expect([readMetadata(null), readMetadata('['), readMetadata('[]')]).toEqual([{}, {}, {}])
})
