import { Fault } from '#core/rest/fault.ts'
import { sqlRefusal } from '#server/data/ground.ts'
import type { Answer, Asked, Form, Route } from '#server/route/route.ts'
import type { BundleKind } from '#server/transfer/bundle.ts'

const LIMIT = 100 * 1024 * 1024

/**
 * `POST /import`: a bundle as a ZIP file in the form field `formData`. Beside the message, `warnings` tells what was left
 * out, if anything was.
 */
export function importRoute(kind: Exclude<BundleKind, 'assets'>, view: string): Route {
  return {
    method: 'POST',
    path: '/import',
    policy: { permission: 'can_write', view },
    formLimit: LIMIT,
    act: (asked) => importForm(kind, asked),
  }
}

async function importForm(kind: BundleKind, asked: Asked): Promise<Answer> {
  const { fields, files } = asked.form as Form
  const file = files.find(({ field }) => field === 'formData')
  if (!file) throw new Fault('arguments-wrong')
  const { store, config, road } = asked.context
  // Loaded when the first bundle comes: the server starts without its parsers.
  const { importRead } = await import('#server/transfer/import.ts')
  const { readUploaded } = await import('#server/transfer/uploaded.ts')
  const { userId: person } = asked.user
  const read = await readUploaded(file.bytes, kind, { person, signal: asked.signal })
  const { warnings } = await importRead(store, read, person, {
    overwrite: fields['overwrite'] === 'true',
    user: asked.user,
    passwords: readPasswords(fields['passwords']),
    checkSql: (user, database, sql) => sqlRefusal(road, user, database, sql),
    secretKey: config.secretKey,
  })
  return { status: 200, json: { message: 'OK', ...(warnings.length > 0 ? { warnings } : {}) } }
}

function readPasswords(text: string | undefined): Readonly<Record<string, string>> {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string'))
      return value as Record<string, string>
  } catch {
    // What is no JSON is refused below.
  }
  throw new Fault('fields-wrong', { fields: { passwords: ['Not a valid mapping type.'] } })
}
