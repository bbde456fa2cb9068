import { LRUCache } from 'lru-cache'
import type { Call, ForeignCall } from '../engine.ts'
import { isOwnFunction, isOwnType, OWN_SCHEMA } from './functions.ts'

type Look = (text: string, values: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>

type Kind = 'function' | 'operator' | 'type'

/** Where a database has something of a name. */
interface Home {
  readonly kind: Kind
  readonly schema: string
  /** Whether it does no more than what the server has of this name. */
  readonly harmless: boolean
  /** Whether it may be called with one argument, as `(x).f` does. A type made of others, as each table has one, is not. */
  readonly unary: boolean
}

/** Names that are remembered, and milliseconds after which the catalogue is asked again. */
const KEPT_NAMES = 5000
const KEPT_MS = 60_000

const EXTENSION = (of: string): string =>
  `EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = '${of}'::regclass AND d.objid = o.oid AND d.deptype = 'e')`

/** Whether a function takes a type that is neither of the server nor made of others. */
const OWN_TYPE = `EXISTS (SELECT 1 FROM unnest(o.proargtypes) AS a(id) JOIN pg_type t ON t.oid = a.id
  LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'
  WHERE coalesce(e.typtype, t.typtype) = 'b' AND coalesce(e.typnamespace, t.typnamespace) <> 'pg_catalog'::regnamespace)`

/**
 * Everything of these names outside of the server's own schema. Harmless are operators of extensions, functions by which
 * an extension extends one of the server to a type of its own, and enumerations.
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
  WHERE n.nspname <> '${OWN_SCHEMA}'`

/** What calls may lead to beside the server's own; see `Connection.foreign`. */
export class ForeignCalls {
  readonly #look: Look
  readonly #path: () => Promise<readonly string[]>
  readonly #homes = new LRUCache<string, readonly Home[]>({ max: KEPT_NAMES, ttl: KEPT_MS })

  /** `path` are the schemas in which a name is looked for that has none, the server's own among them. */
  constructor(look: Look, path: () => Promise<readonly string[]>) {
    this.#look = look
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

  async #homesOf(wanted: readonly Sought[]): Promise<readonly Known[]> {
    const asked = [...new Map(wanted.map((each) => [keyOf(each), each])).values()]
    const missing = asked.filter((each) => !this.#homes.has(keyOf(each)))
    const rows =
      missing.length === 0
        ? []
        : await this.#look(HOMES, [missing.map(({ kind }) => kind), missing.map(({ name }) => name)])
    return asked.map((each) => {
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

/** What a call may be, as the catalogue keeps it: what looks like a function may also be a cast to a type. */
function sought({ kind, name }: Call): readonly Sought[] {
  if (kind === 'operator' || kind === 'type') return [{ kind, name }]
  return [
    { kind: 'function', name },
    { kind: 'type', name },
  ]
}

/** Whether a call may lead to what a database has of its name. */
function isReached(call: Call, home: Home, path: readonly string[]): boolean {
  if (call.schema === null ? !path.includes(home.schema) : call.schema !== home.schema) return false
  if (home.kind !== 'type') return call.kind !== 'field' || home.unary
  if (call.kind !== 'type' && !home.unary) return false
  // Of types of one name that of the first schema is meant.
  const isHidden = isOwnType(call.name) && path.indexOf(OWN_SCHEMA) < path.indexOf(home.schema)
  return call.schema !== null || !isHidden
}

/** A function that extends one of the server is not called by a name of its own. */
function isHarmless(call: Call, home: Home): boolean {
  return home.harmless && (home.kind !== 'function' || (call.schema === null && isOwnFunction(call.name)))
}
