import { afterEach, expect, it, vi } from 'vitest'
import { escapeTemplate, copySql } from './dataset-sql.ts'

afterEach(() => vi.unstubAllGlobals())

function answering(query: string): void {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ result: [{ query }] })))
}

it('Text that looks like a template is quoted', () => {
  expect(escapeTemplate('SELECT "{{ a }} {% b %} {# c"')).toBe(`SELECT "{{ '{{' }} a }} {{ '{%' }} b %} {{ '{#' }} c"`)
  expect(escapeTemplate('SELECT "{ a }"')).toBe('SELECT "{ a }"')
})

it('A copy of a table has all of its rows; a copy of SQL is that SQL', async () => {
  answering('SELECT "a",\n  "{{ b }}"\nFROM "t"\nLIMIT 1000')
  const table = { id: 3, table_name: 't', columns: [] }
  expect(await copySql(table, true)).toBe(`SELECT "a",\n  "{{ '{{' }} b }}"\nFROM "t"`)
  expect(await copySql(table, false)).toBe('SELECT "a",\n  "{{ b }}"\nFROM "t"')
  const sql = 'SELECT {{ x }} LIMIT 5'
  expect(await copySql({ ...table, sql }, true)).toBe(sql)
})
