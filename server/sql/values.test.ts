import { expect, it } from 'vitest'
import type { DatasetColumn } from '#core/entity/dataset.ts'
import { kindOf } from './values.ts'

const kind = (type: string | null) => kindOf({ type } as DatasetColumn)

it('K-QUERY-11: twelve names of numeric types are recognised, with and without their sizes', () => {
  const names = ['TINYINT', 'SMALLINT', 'INT', 'INTEGER', 'BIGINT', 'LONG', 'FLOAT', 'DOUBLE', 'REAL', 'NUMERIC']
  for (const name of [...names, 'DECIMAL', 'MONEY', 'DOUBLE PRECISION', 'DECIMAL(10, 2)', 'int4', 'UBIGINT'])
    expect([name, kind(name)]).toEqual([name, 'number'])
})

it('accepts no other type for a number', () => {
  for (const name of ['VARCHAR', 'POINT', 'LINESTRING', 'JSON', 'UUID', 'LONGTEXT']) {
    expect([name, kind(name)]).toEqual([name, 'text'])
  }
  expect([kind('BOOLEAN'), kind('TIMESTAMP'), kind('DATE'), kind('INTERVAL'), kind(null)]).toEqual([
    'boolean',
    'moment',
    'moment',
    'any',
    'any',
  ])
})
