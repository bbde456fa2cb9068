import { randomBytes } from 'node:crypto'
import type { KeyValue, KeyValueResource } from '#core/entity/key-value.ts'
import { Fault } from '#core/rest/fault.ts'
import type { Answer, Asked } from '#server/resources/resource.ts'

const DAY = 24 * 3_600_000

/** State that is kept for a while under a key: which one, for how long, and the name of its value in bodies. */
export interface Temporary {
  readonly resource: Extract<KeyValueResource, 'filter_state' | 'form_data'>
  readonly field: 'value' | 'form_data'
  readonly days: number
}

interface Kept {
  /** What the state belongs to; a key is good for this alone. */
  readonly about: string
  readonly value: string
}

function valueOf(kind: Temporary, asked: Asked): string {
  const body = asked.body
  if (typeof body !== 'object' || body === null) throw new Fault('not-json')
  const value = (body as Record<string, unknown>)[kind.field]
  if (value === undefined)
    throw new Fault('fields-wrong', { fields: { [kind.field]: ['Missing data for required field.'] } })
  if (typeof value !== 'string' || !isJson(value))
    throw new Fault('fields-wrong', { fields: { [kind.field]: ['JSON not valid'] } })
  return value
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

async function find(kind: Temporary, asked: Asked, about: string): Promise<{ kept: Kept; row: KeyValue }> {
  const row = await asked.context.store.keyValues.get(kind.resource, asked.params['key'] ?? '')
  if (!row) throw new Fault('not-found')
  const kept = JSON.parse(row.value) as Kept
  if (kept.about !== about) throw new Fault('not-found')
  return { kept, row }
}

function expiry(kind: Temporary, asked: Asked): number {
  return asked.context.now() + kind.days * DAY
}

async function put(kind: Temporary, asked: Asked, key: string, about: string, value: string): Promise<void> {
  await asked.context.store.keyValues.put({
    resource: kind.resource,
    key,
    value: JSON.stringify({ about, value } satisfies Kept),
    user_id: asked.user.userId,
    expires_on: expiry(kind, asked),
  })
}

export async function createState(kind: Temporary, asked: Asked, about: string): Promise<Answer> {
  const value = valueOf(kind, asked)
  const key = randomBytes(24).toString('base64url')
  await put(kind, asked, key, about, value)
  return { status: 201, json: { key } }
}

/** Reading puts the end off. */
export async function readState(kind: Temporary, asked: Asked, about: string): Promise<Answer> {
  const { kept, row } = await find(kind, asked, about)
  await asked.context.store.keyValues.touch(kind.resource, row.key, expiry(kind, asked))
  return { status: 200, json: { [kind.field]: kept.value } }
}

/** Only who made it changes it; for anybody else a new key is made. */
export async function updateState(kind: Temporary, asked: Asked, about: string): Promise<Answer> {
  const value = valueOf(kind, asked)
  const { row } = await find(kind, asked, about)
  const key = row.user_id === asked.user.userId ? row.key : randomBytes(24).toString('base64url')
  await put(kind, asked, key, about, value)
  return { status: 200, json: { key } }
}

export async function removeState(kind: Temporary, asked: Asked, about: string): Promise<Answer> {
  const { row } = await find(kind, asked, about)
  if (row.user_id !== asked.user.userId) throw new Fault('forbidden')
  await asked.context.store.keyValues.remove(kind.resource, row.key)
  return { status: 200, json: { message: 'Deleted successfully' } }
}
