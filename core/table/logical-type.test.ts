import { expect, it } from 'vitest'
import { genericOf, isTextTypeName, logicalTypeNamed } from './logical-type.ts'
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

it.each([
  ['VARCHAR', true],
  ['varchar(20)', true],
  ['CHARACTER VARYING(3)', true],
  ['nvarchar(max)', true],
  ['VARCHAR2(20 CHAR)', true],
  ['LONGTEXT', true],
  ['LowCardinality(Nullable(String))', true],
  ['Nullable(DateTime)', false],
  ['CHART_KIND', false],
  ['CONTEXT_TIME', false],
  ['TEXT_PAIR', false],
  ['VARCHAR[]', false],
  ["ENUM('text')", false],
  ['STRUCT(a VARCHAR)', false],
])('tells whether %s is the name of a text type', (name, isText) => {
  expect(isTextTypeName(name)).toBe(isText)
})
