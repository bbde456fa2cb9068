import type { ImportAnswer } from '#core/rest/bundle.ts'
import { printRison } from '#core/rest/rison.ts'
import { call, failure, send } from '#calls/call.ts'

/** Kinds whose rows go out and come in as bundles. */
export type BundledName = 'chart' | 'dashboard' | 'dataset' | 'database' | 'saved_query'

/** Milliseconds that a bundle may take to be read or written. */
const PATIENCE = 10 * 60_000

/** A bundle of rows and what they use, with the name of its file. */
export async function exportBundle(
  name: BundledName,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<{ readonly content: Blob; readonly fileName: string }> {
  const query = { q: printRison(ids) }
  const accept = 'application/zip'
  const response = await send('GET', `/api/v1/${name}/export/`, { query, accept, timeout: PATIENCE, signal })
  if (!response.ok) throw await failure(response)
  const named = /filename=([\w.-]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { content: await response.blob(), fileName: named ?? `${name}_export.zip` }
}

/** How a bundle is brought in. */
export interface ImportChoice {
  /** By path of the database's file. */
  readonly passwords: Readonly<Record<string, string>>
  readonly overwrite: boolean
  /** Only tries, and tells what would be done. */
  readonly isRehearsal: boolean
}

/** Brings in a bundle; an `ApiError` whose body `importTrouble` reads where something stands in the way. */
export function importBundle(
  name: BundledName,
  file: File,
  choice: ImportChoice,
  signal?: AbortSignal,
): Promise<ImportAnswer> {
  const body = new FormData()
  body.append('formData', file)
  body.append('passwords', JSON.stringify(choice.passwords))
  body.append('overwrite', String(choice.overwrite))
  if (choice.isRehearsal) body.append('dry_run', 'true')
  return call('POST', `/api/v1/${name}/import/`, { body, timeout: PATIENCE, signal })
}
