import { expect, it } from 'vitest'
import { type Column, NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'
import { legacy } from './legacy.ts'

it.each(['constructor', '__proto__', 'toString'])('has the values of a group named %s', (name) => {
  const columns: readonly Column[] = [
    { name: '__timestamp', type: TEMPORAL, values: [0] },
    { name: 'region', type: STRING, values: [name] },
    { name: 'total', type: NUMERIC, values: [5] },
  ]
  const form = { viz_type: 'time_table', groupby: ['region'], metrics: ['total'] }
  const data = legacy[0]?.data({ table: { columns, rowCount: 1 }, labels: {} }, form) as {
    readonly records: Readonly<Record<string, object>>
  }
  expect(data).toMatchObject({ columns: [name], is_group_by: true })
  expect(Object.entries(data.records['1970-01-01 00:00:00'] ?? {})).toEqual([[name, 5]])
})
