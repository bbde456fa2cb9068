import type { z } from 'zod'
import { passwordMask } from '#core/rest/database.ts'
import { isObject } from '#core/rest/json.ts'
import { TUNNEL_SECRETS } from '#server/security/tunnel-secret.ts'

type Json = Record<string, unknown>

interface Parts {
  readonly innerType?: z.core.$ZodType
  readonly element?: z.core.$ZodType
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
}

/** Lists of a dataset's file, and the key with the name of their items. */
const LISTS = { columns: 'column_name', metrics: 'metric_name' } as const

/** Keys of a database's file that hold secrets: they are never stored unencrypted. */
const SECRET = ['encrypted_extra', 'masked_encrypted_extra']
const TUNNEL = ['server_address', 'server_port', 'username', 'host_key']

function partsOf(schema: z.core.$ZodType): Parts {
  const parts = schema._zod.def as unknown as Parts
  return parts.innerType ? partsOf(parts.innerType) : parts
}

function unknownPart(schema: z.core.$ZodType, value: unknown): Json {
  const { shape } = partsOf(schema)
  if (!shape || !isObject(value)) return {}
  return Object.fromEntries(Object.entries(value).filter(([name]) => !Object.hasOwn(shape, name)))
}

/**
 * Returns the keys of a file that its schema does not know, for parts of a dataset by name; undefined if there are
 * none. Secrets are left out, because they would be stored unencrypted.
 */
export function unknownKeysOf(schema: z.core.$ZodType, value: unknown): Json | undefined {
  const found = withoutSecrets(unknownPart(schema, value))
  const { shape } = partsOf(schema)
  for (const [list, key] of Object.entries(LISTS)) {
    const element = shape?.[list] && partsOf(shape[list]).element
    const parts = isObject(value) ? value[list] : undefined
    if (!element || !Array.isArray(parts)) continue
    const byName = parts.flatMap((part: unknown): [string, Json][] => {
      const more = unknownPart(element, part)
      return isObject(part) && Object.keys(more).length > 0 ? [[String(part[key]), more]] : []
    })
    if (byName.length > 0) found[list] = Object.fromEntries(byName)
  }
  return Object.keys(found).length > 0 ? found : undefined
}

function withoutSecrets(keys: Json): Json {
  const retained = Object.entries(keys).filter(([name]) => !SECRET.includes(name))
  return Object.fromEntries(
    retained.map(([name, value]) => [
      name,
      name === 'ssh_tunnel' && isObject(value)
        ? Object.fromEntries(
            Object.entries(value).filter(([part, text]) => TUNNEL.includes(part) || isMask(part, text)),
          )
        : value,
    ]),
  )
}

/** Returns whether a value of a tunnel stands for a secret: an import requires it. */
const isMask = (name: string, value: unknown): boolean =>
  value === passwordMask && (TUNNEL_SECRETS as readonly string[]).includes(name)

/** Returns the unknown keys of a file that are dropped, such as `ssh_tunnel.password`. */
export function secretsIn(value: unknown): readonly string[] {
  if (!isObject(value)) return []
  const tunnel = value['ssh_tunnel']
  return [
    ...SECRET.filter((name) => typeof value[name] === 'string' && value[name] !== ''),
    ...(isObject(tunnel) ? Object.keys(tunnel) : [])
      .filter((name) => !TUNNEL.includes(name))
      .map((name) => `ssh_tunnel.${name}`),
  ]
}

/** Returns a file with the unknown keys of its row, which never replace known ones. */
export function withUnknown(file: Json, stored: string | null): Json {
  if (stored === null) return file
  const { columns, metrics, ...rest } = JSON.parse(stored) as Json
  const listed: Json = {}
  for (const [list, more] of [
    ['columns', columns],
    ['metrics', metrics],
  ] as const) {
    const parts = file[list]
    if (Array.isArray(parts) && isObject(more))
      listed[list] = parts.map((part: Json) => withUnknownKey(part, more, LISTS[list]))
    else if (more !== undefined && !Object.hasOwn(file, list)) rest[list] = more
  }
  return {
    ...file,
    ...listed,
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => !Object.hasOwn(file, key))),
  }
}

function withUnknownKey(part: Json, more: Json, key: string): Json {
  const own = more[String(part[key])]
  return isObject(own)
    ? { ...part, ...Object.fromEntries(Object.entries(own).filter(([name]) => !Object.hasOwn(part, name))) }
    : part
}
