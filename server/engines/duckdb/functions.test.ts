import { DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../engine.ts'
import { createMatcher } from '../function-names.ts'
import {
  allowedFunctionNames,
  allowedSources,
  isCatalogue,
  classifyCall,
  deniedFunctions,
  deniedSources,
} from './functions.ts'
import { inspectTree } from './inspect.ts'

interface EngineFunction {
  readonly kind: string
  readonly name: string
  readonly body: string | null
}

let functions: readonly EngineFunction[]
let views: readonly { readonly schema: string; readonly name: string }[]
let serialize: (text: string) => Promise<string>

beforeAll(async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const rows = async <T>(text: string, values: string[] = []): Promise<readonly T[]> =>
    (await (await connection.run(text, values)).getRowObjectsJson()) as unknown as T[]
  functions = await rows(
    'SELECT function_type AS kind, lower(function_name) AS name, macro_definition AS body FROM duckdb_functions()',
  )
  views = await rows('SELECT schema_name AS schema, view_name AS name FROM duckdb_views() WHERE internal')
  serialize = async (text) => {
    const [row] = await rows<{ tree: string }>('SELECT CAST(json_serialize_sql($1::VARCHAR) AS VARCHAR) AS tree', [
      text,
    ])
    return row?.tree ?? ''
  }
})

const named = (...kinds: readonly string[]) => [
  ...new Set(functions.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)),
]
const judged = (kind: Call['kind'], name: string) => classifyCall({ kind, schema: null, name })
const EXPRESSIONS = ['scalar', 'aggregate', 'macro'] as const
const SOURCES = ['table', 'table_macro'] as const

it("every function of the engine has a decision: allowed in users' SQL or not", () => {
  expect(functions.length).toBeGreaterThan(1000)
  const ofExpressions = named(...EXPRESSIONS)
  expect(ofExpressions.filter((name) => judged('function', name) === 'unknown')).toEqual([])
  expect(
    ofExpressions.filter((name) => createMatcher(allowedFunctionNames)(name) && createMatcher(deniedFunctions)(name)),
  ).toEqual([])
  const sources = named(...SOURCES)
  expect(sources.filter((name) => judged('from', name) === 'unknown')).toEqual([])
  expect(sources.filter((name) => allowedSources.has(name) && createMatcher(deniedSources)(name))).toEqual([])
  const kinds = new Set(functions.map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual([...EXPRESSIONS, ...SOURCES, 'pragma'].toSorted())
})

it('allows no pragma at any position', () => {
  const callable = named(...EXPRESSIONS)
  for (const name of named('pragma')) {
    expect([name, judged('from', name) === 'allowed']).toEqual([name, false])
    if (!callable.includes(name)) expect([name, judged('function', name) === 'allowed']).toEqual([name, false])
  }
})

it('names no function that the engine lacks', () => {
  // Not in the engine's list: two functions of the grammar, and one added by its shell.
  const there = new Set([...named(...EXPRESSIONS, ...SOURCES), 'unnest', '->', 'getenv'])
  const missing = (names: ReadonlySet<string>) =>
    [...names].filter((name) => {
      const pattern = createMatcher(new Set([name]))
      return ![...there].some(pattern)
    })
  expect([
    ...missing(allowedFunctionNames),
    ...missing(allowedSources),
    ...missing(deniedFunctions),
    ...missing(deniedSources),
  ]).toEqual([])
})

it('allows only macros of the engine that call allowed functions', async () => {
  const macros = functions.filter(
    ({ kind, name, body }) => kind === 'macro' && body && createMatcher(allowedFunctionNames)(name),
  )
  expect(macros.length).toBeGreaterThan(50)
  for (const { name, body } of macros) {
    const read = inspectTree(await serialize(`SELECT ${body}`))
    const beyond = read.ok ? read.calls.filter((call) => classifyCall(call) !== 'allowed') : ['not read']
    // It fails with its own message if a key is missing.
    const known = name === 'json_group_object' ? [{ kind: 'function', schema: null, name: 'error' }] : []
    expect([name, beyond, read.ok && read.subqueries]).toEqual([name, known, false])
  }
})

it('recognizes every view of the engine as part of the catalogue', () => {
  expect(views.length).toBeGreaterThan(40)
  expect(views.filter(({ schema, name }) => !isCatalogue({ schema, name }))).toEqual([])
  const unqualified = views.filter(({ schema }) => schema !== 'information_schema')
  expect(unqualified.filter(({ name }) => !isCatalogue({ schema: null, name }))).toEqual([])
})

describe('the grammar', () => {
  const read = async (text: string) => {
    const inspected = inspectTree(await serialize(text))
    if (!inspected.ok) return inspected.message
    const { calls, unsupportedElements, expression } = inspected
    return {
      calls: calls.map(({ kind, schema, name }) => `${kind} ${schema ?? ''}.${name}`),
      unsupportedElements,
      expression,
    }
  }

  it.each([
    ['SELECT LOWER(a) || "Upper"(b)', ['function .lower', 'function .upper', 'function .||']],
    ['SELECT system.main.f(1), s.g(2)', ['function main.f', 'function s.g']],
    ['SELECT a.trim().f()', ['function .f', 'function a.trim']],
    ['SELECT list_transform(l, lambda x: getenv(x))', ['function .getenv', 'function .list_transform']],
    ['SELECT [getenv(x) FOR x IN l]', ['function .getenv', 'function main.list_apply']],
    ['SELECT SUM(a) FILTER (WHERE f(a)) OVER (ORDER BY g(b))', ['function .f', 'function .g', 'function .sum']],
    ['SELECT a IN (f(1)), CASE WHEN g(1) THEN h(1) END, TRY(i(1))', ['f', 'g', 'h', 'i'].map((n) => `function .${n}`)],
    ['SELECT * FROM f(g(1))', ['from .f', 'function .g']],
    ['SELECT * FROM s.f(1) ORDER BY g(1) LIMIT h(1)', ['from s.f', 'function .g', 'function .h']],
    ['SELECT * FROM t TABLESAMPLE 5% QUALIFY f() OVER () = 1', ['function .f']],
    ['WITH RECURSIVE r AS (SELECT f() UNION ALL SELECT g() FROM r) SELECT * FROM r', ['function .f', 'function .g']],
    ['VALUES (f())', ['function .f']],
    ['SELECT COLUMNS(c -> f(c)) FROM t', ['function .f', 'function .list_filter']],
    ['SELECT * REPLACE (f(a) AS a) FROM t', ['function .f']],
  ])('finds the calls in %s', async (text, calls) => {
    const found = await read(text)
    expect(typeof found === 'string' ? found : found.calls.toSorted()).toEqual(calls)
  })

  it.each([
    ['SELECT * FROM (DESCRIBE t)', ['SHOW, DESCRIBE, SUMMARIZE']],
    ['SELECT * FROM (SUMMARIZE t)', ['SHOW, DESCRIBE, SUMMARIZE']],
    ['SELECT * FROM (SHOW TABLES)', ['SHOW, DESCRIBE, SUMMARIZE']],
    ["SELECT * FROM (PIVOT t ON a IN ('x') USING SUM(b))", ['PIVOT']],
    ['SELECT SUM(a) EXPORT_STATE FROM t', ['EXPORT_STATE']],
    ['SELECT DEFAULT', ['DEFAULT']],
  ])('names the part of the language in %s', async (text, parts) => {
    const found = await read(text)
    expect(typeof found === 'string' ? found : found.unsupportedElements).toEqual(parts)
  })

  it.each([
    ['SELECT COUNT(*)', true],
    ['SELECT COUNT(DISTINCT a)', true],
    ['SELECT a IN (SELECT * FROM t)', true],
    ['SELECT COLUMNS(*)', false],
    ['SELECT SUM(COLUMNS(*))', false],
    ['SELECT COALESCE(*COLUMNS(*))', false],
    ['SELECT t.*', false],
    ['SELECT (t.*)', false],
  ])('decides whether this is one expression: %s', async (text, expression) => {
    expect(await read(text)).toMatchObject({ expression })
  })
})
