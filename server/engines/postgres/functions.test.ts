import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase } from '#testing/postgres.ts'
import type { Call } from '../engine.ts'
import { createMatcher } from '../function-names.ts'
import {
  allowedFunctionNames,
  allowedSources,
  allowedTypes,
  isCatalogue,
  classifyCall,
  newerFunctions,
  deniedFunctions,
  deniedCalls,
} from './functions.ts'

interface ServerFunction {
  readonly name: string
  /** True if it implements an operator, a type, a cast, an index, an aggregate or a trigger. */
  readonly serves: boolean
  /** True if it can be called with one argument that is a value. */
  readonly unary: boolean
}

/** Functions that the server itself calls to implement other objects with their own names. */
const SERVING = `
  SELECT oprcode::oid FROM pg_operator UNION SELECT oprrest FROM pg_operator UNION SELECT oprjoin FROM pg_operator
  UNION SELECT unnest(ARRAY[typinput, typoutput, typreceive, typsend, typmodin, typmodout, typanalyze, typsubscript]::oid[])
    FROM pg_type
  UNION SELECT castfunc FROM pg_cast
  UNION SELECT unnest(ARRAY[aggtransfn, aggfinalfn, aggcombinefn, aggserialfn, aggdeserialfn, aggmtransfn, aggminvtransfn,
    aggmfinalfn]::oid[]) FROM pg_aggregate
  UNION SELECT amproc FROM pg_amproc UNION SELECT amhandler FROM pg_am UNION SELECT prosupport FROM pg_proc
  UNION SELECT unnest(ARRAY[lanplcallfoid, laninline, lanvalidator]) FROM pg_language
  UNION SELECT conproc FROM pg_conversion
  UNION SELECT unnest(ARRAY[prsstart, prstoken, prsend, prsheadline, prslextype]::oid[]) FROM pg_ts_parser
  UNION SELECT unnest(ARRAY[tmplinit, tmpllexize]::oid[]) FROM pg_ts_template
  UNION SELECT unnest(ARRAY[rngcanonical, rngsubdiff]::oid[]) FROM pg_range
  UNION SELECT oid FROM pg_proc WHERE prorettype IN ('internal'::regtype, 'trigger'::regtype, 'event_trigger'::regtype,
    'language_handler'::regtype, 'cstring'::regtype)
    OR 'internal'::regtype = ANY (proargtypes) OR 'cstring'::regtype = ANY (proargtypes)`

let server: Awaited<ReturnType<typeof emptyDatabase>>
let client: pg.Client
let functions: readonly ServerFunction[]

beforeAll(async () => {
  server = await emptyDatabase()
  client = new pg.Client({ connectionString: server.url })
  await client.connect()
  functions = await rows(`
    SELECT proname AS name, bool_and(p.oid IN (${SERVING})) AS serves,
      bool_or(provariadic <> 0 OR (pronargs > 0 AND pronargs - pronargdefaults <= 1)) AS unary
    FROM pg_proc p WHERE pronamespace = 'pg_catalog'::regnamespace GROUP BY 1 ORDER BY 1`)
}, 60_000)
afterAll(async () => {
  await client.end()
  await server.stop()
})

async function rows<T>(text: string): Promise<readonly T[]> {
  return (await client.query(text)).rows as T[]
}

const judged = (kind: Call['kind'], name: string, schema: string | null = null) => classifyCall({ kind, schema, name })

it("every function of the server has a decision: allowed in users' SQL or not", () => {
  expect(functions.length).toBeGreaterThan(2000)
  const open = functions.filter(({ name, serves }) => !serves && judged('function', name) === 'unknown')
  expect(open.map(({ name }) => name)).toEqual([])
  const isRefused = [createMatcher(deniedFunctions), createMatcher(deniedCalls)]
  // Three harmless functions of a family that otherwise reveals server details.
  const spared = ['pg_size_bytes', 'pg_size_pretty', 'pg_typeof']
  const both = [...allowedFunctionNames, ...newerFunctions, ...allowedSources].filter((name) =>
    isRefused.some((matches) => matches(name)),
  )
  expect(both.toSorted()).toEqual(spared)
})

it('names no function and no type that the server lacks', async () => {
  const there = new Set(functions.map(({ name }) => name))
  expect([...allowedFunctionNames, ...allowedSources].filter((name) => !there.has(name))).toEqual([])
  const types = new Set((await rows<{ name: string }>('SELECT typname AS name FROM pg_type')).map(({ name }) => name))
  expect([...allowedTypes].filter((name) => !types.has(name))).toEqual([])
})

it('rejects a call in the form (x).f like f(x)', () => {
  const one = functions.filter(({ name, unary, serves }) => unary && !serves && judged('function', name) !== 'allowed')
  expect(one.length).toBeGreaterThan(100)
  expect(one.filter(({ name }) => judged('field', name) !== 'refused').map(({ name }) => name)).toEqual([])
  expect(judged('field', 'version')).toBe('unknown')
})

it('allows no function of another schema by its name only', () => {
  for (const kind of ['function', 'from', 'type', 'operator'] as const)
    expect([kind, judged(kind, 'date', 'public')]).toEqual([kind, 'unknown'])
  expect(judged('function', 'lower', 'pg_catalog')).toBe('allowed')
  expect(judged('operator', '=', 'pg_catalog')).toBe('allowed')
})

it('casts to no type that reads names of the catalogue', async () => {
  const names = await rows<{ name: string }>(
    "SELECT typname AS name FROM pg_type WHERE typname ~ '^reg' OR typname IN ('aclitem', 'pg_node_tree', 'refcursor')",
  )
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter(({ name }) => judged('type', name) === 'allowed')).toEqual([])
})

it('recognizes every table and view of the server as part of the catalogue', async () => {
  const tables = await rows<{ schema: string; name: string }>(
    'SELECT nspname AS schema, relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace',
  )
  expect(tables.length).toBeGreaterThan(200)
  expect(tables.filter((table) => !isCatalogue(table))).toEqual([])
  const unqualified = tables.filter(({ schema }) => schema === 'pg_catalog')
  expect(unqualified.filter(({ name }) => !isCatalogue({ schema: null, name }))).toEqual([])
})
