import { LRUCache } from 'lru-cache'
import type { Call, ForeignCall } from '../engine.ts'
import { isBuiltInFunction, isBuiltInType, BUILT_IN_SCHEMA } from './functions.ts'

type RunCatalogueQuery = (text: string, values: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>

type Kind = 'function' | 'operator' | 'type'

/** The location of an object with a given name. */
interface Home {
  readonly kind: Kind
  readonly schema: string
  /** True if it does no more than the built-in object with this name. */
  readonly harmless: boolean
  /** True if it can be called with one argument, as in `(x).f`. Composite types, which each table has, do not count. */
  readonly unary: boolean
}

/** Number of cached names, and milliseconds after which the catalogue is queried again. */
const MAX_CACHED_NAMES = 5000
const CACHE_MS = 60_000

const EXTENSION = (of: string): string =>
  `EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = '${of}'::regclass AND d.objid = o.oid AND d.deptype = 'e')`

/** True if a function has an argument of a base type that is not built-in, or an array of one. */
const OWN_TYPE = `EXISTS (SELECT 1 FROM unnest(o.proargtypes) AS a(id) JOIN pg_type t ON t.oid = a.id
  LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'
  WHERE coalesce(e.typtype, t.typtype) = 'b' AND coalesce(e.typnamespace, t.typnamespace) <> 'pg_catalog'::regnamespace)`

/**
 * Selects all objects with these names outside of the server's own schema. Harmless objects are operators of
 * extensions, overloads of built-in functions for types of an extension, and enumerations.
 */
const HOMES = `
  SELECT asked.kind, asked.name, n.nspname AS schema, found.harmless, found.unary
  FROM unnest($1::text[], $2::text[]) AS asked(kind, name)
  JOIN LATERAL (
    SELECT o.pronamespace AS namespace, bool_and(${EXTENSION('pg_proc')} AND ${OWN_TYPE}) AS harmless,
      bool_or(o.provariadic <> 0 OR (o.pronargs > 0 AND o.pronargs - o.pronargdefaults <= 1)) AS unary
    FROM pg_proc o WHERE asked.kind = 'function' AND o.proname = asked.name GROUP BY 1
    UNION ALL
    SELECT o.oprnamespace, bool_and(${EXTENSION('pg_operator')}), false
    FROM pg_operator o WHERE asked.kind = 'operator' AND o.oprname = asked.name GROUP BY 1
    UNION ALL
    SELECT o.typnamespace, o.typtype = 'e', o.typtype <> 'c' AND o.typcategory <> 'A'
    FROM pg_type o WHERE asked.kind = 'type' AND o.typname = asked.name
  ) AS found ON true
  JOIN pg_namespace n ON n.oid = found.namespace
  WHERE n.nspname <> '${BUILT_IN_SCHEMA}'`

/** The objects besides built-in ones that calls may resolve to; see `Connection.foreign`. */
export class ForeignCalls {
  readonly #look: RunCatalogueQuery
  readonly #path: () => Promise<readonly string[]>
  readonly #homes = new LRUCache<string, readonly Home[]>({ max: MAX_CACHED_NAMES, ttl: CACHE_MS })

  /** `path` returns the schemas in which unqualified names are searched, including the server's own. */
  constructor(runQuery: RunCatalogueQuery, path: () => Promise<readonly string[]>) {
    this.#look = runQuery
    this.#path = path
  }

  async of(calls: readonly Call[]): Promise<readonly ForeignCall[]> {
    const homes = await this.#homesOf(calls.flatMap(sought))
    if (homes.every((each) => each.of.length === 0)) return []
    const path = await this.#path()
    return calls.flatMap((call) => {
      const wanted = sought(call).map(keyOf)
      const found = homes.filter(({ key }) => wanted.includes(key)).flatMap((each) => each.of)
      const reached = found.filter((home) => isReached(call, home, path))
      return reached.map((home) => ({ ...call, home: home.schema, harmless: isHarmless(call, home) }))
    })
  }

  async #homesOf(soughtCalls: readonly Sought[]): Promise<readonly Known[]> {
    const requested = [...new Map(soughtCalls.map((each) => [keyOf(each), each])).values()]
    const missing = requested.filter((each) => !this.#homes.has(keyOf(each)))
    const rows =
      missing.length === 0
        ? []
        : await this.#look(HOMES, [missing.map(({ kind }) => kind), missing.map(({ name }) => name)])
    return requested.map((each) => {
      const key = keyOf(each)
      const of =
        this.#homes.get(key) ?? rows.filter(({ kind, name }) => keyOf({ kind, name } as Sought) === key).map(homeOf)
      if (!this.#homes.has(key)) this.#homes.set(key, of)
      return { key, of }
    })
  }
}

interface Sought {
  readonly kind: Kind
  readonly name: string
}

interface Known {
  readonly key: string
  readonly of: readonly Home[]
}

function keyOf({ kind, name }: Sought): string {
  return `${kind} ${name}`
}

function homeOf({ kind, schema, harmless, unary }: Record<string, unknown>): Home {
  return { kind: kind as Kind, schema: String(schema), harmless: harmless === true, unary: unary === true }
}

/** Returns the object types that a call may resolve to: a function call may also be a cast to a type. */
function sought({ kind, name }: Call): readonly Sought[] {
  if (kind === 'operator' || kind === 'type') return [{ kind, name }]
  return [
    { kind: 'function', name },
    { kind: 'type', name },
  ]
}

/** True if a call may resolve to an object of the database with its name. */
function isReached(call: Call, home: Home, path: readonly string[]): boolean {
  if (call.schema === null ? !path.includes(home.schema) : call.schema !== home.schema) return false
  if (home.kind !== 'type') return call.kind !== 'field' || home.unary
  if (call.kind !== 'type' && !home.unary) return false
  // Of several types with the same name, the first schema in the path wins.
  const isHidden = isBuiltInType(call.name) && path.indexOf(BUILT_IN_SCHEMA) < path.indexOf(home.schema)
  return call.schema !== null || !isHidden
}

/** An overload of a built-in function is called by the built-in name only. */
function isHarmless(call: Call, home: Home): boolean {
  return home.harmless && (home.kind !== 'function' || (call.schema === null && isBuiltInFunction(call.name)))
}
