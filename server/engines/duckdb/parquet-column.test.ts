import { expect, it } from 'vitest'
import { BOOLEAN, type GenericType, NUMERIC, STRING, TEMPORAL, type Value } from '#core/table/table.ts'
import { CellStatistics, parquetColumn, textLine } from './parquet-column.ts'

const column = (type: string, generic: GenericType, values: readonly Value[] = [], isDays = false) => {
  const statistics = new CellStatistics()
  for (const value of values) statistics.add([value])
  return parquetColumn({ name: 'a', type, generic, isDays }, statistics)
}

it.each<readonly [string, GenericType, readonly Value[], string]>([
  ['integer', NUMERIC, [1], 'INTEGER'],
  ['double precision', NUMERIC, ['NaN', 1.5], 'DOUBLE'],
  ['numeric(10,2)', NUMERIC, ['1.50', null], 'DECIMAL(10,2)'],
  ['numeric(50,2)', NUMERIC, ['1.50', '-123'], 'DECIMAL(5,2)'],
  ['numeric', NUMERIC, ['0.001', '-1234567890123456789'], 'DECIMAL(22,3)'],
  ['numeric', NUMERIC, ['9007199254740993', 1], 'DECIMAL(38,0)'],
  ['numeric', NUMERIC, ['NaN'], 'VARCHAR'],
  ['numeric', NUMERIC, ['9'.repeat(39)], 'VARCHAR'],
  ['timestamp(3) without time zone', TEMPORAL, [0], 'TIMESTAMP'],
  ['timestamp with time zone', TEMPORAL, [0], 'TIMESTAMP WITH TIME ZONE'],
  ['timestamp without time zone', TEMPORAL, ['infinity'], 'VARCHAR'],
  ['uuid', STRING, ['x'], 'UUID'],
  ['jsonb', STRING, ['{}'], 'VARCHAR'],
  ['boolean', BOOLEAN, [true], 'BOOLEAN'],
])('stores %s (%i) with %j as %s', (type, generic, values, stored) => {
  expect(column(type, generic, values).type).toBe(stored)
})

it('writes the cells of a row as texts of all their digits', () => {
  expect(textLine([1714557600000.123, '9007199254740993', null, true, 'a"\n'])).toBe(
    '{"c0":"1714557600000.123","c1":"9007199254740993","c2":null,"c3":"true","c4":"a\\"\\n"}\n',
  )
})
