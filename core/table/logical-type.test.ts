import { expect, it } from 'vitest'
import { genericOf, logicalTypeNamed } from './logical-type.ts'
import { BOOLEAN, NUMERIC, STRING, TEMPORAL } from './table.ts'

it.each([
  ['BIGINT', NUMERIC],
  ['DECIMAL(18, 4)', NUMERIC],
  ['double precision', NUMERIC],
  ['TIMESTAMP WITHOUT TIME ZONE', TEMPORAL],
  ['TIMESTAMP(6) WITH TIME ZONE', TEMPORAL],
  ['BOOL', BOOLEAN],
  ['INTERVIEW_STAGE', STRING],
  ['MAINTENANCE_STATUS', STRING],
  ['REAL_NAME', STRING],
  ['INT4RANGE', STRING],
  ['INT4MULTIRANGE', STRING],
  ['INTEGER[]', STRING],
  ['BOOLEAN[]', STRING],
  ['TIMESTAMP WITHOUT TIME ZONE[]', STRING],
  ['DATE[]', STRING],
  ['MAP(VARCHAR, INTEGER)', STRING],
  ['STRUCT(a INTEGER)', STRING],
  ["ENUM('print', 'web')", STRING],
  ["ENUM('yes', 'boolean')", STRING],
  ['BOOL_LIKE', STRING],
  ['LAST_UPDATE', STRING],
])('parses the complete type name %s', (name, generic) => {
  expect(genericOf(logicalTypeNamed(name))).toBe(generic)
})
