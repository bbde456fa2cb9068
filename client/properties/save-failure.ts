import { ApiResponseError, hasErrorCode } from '#calls/call.ts'

/** The failure of a save: errors by body field, and whether another user has saved in between. */
export interface SaveFailure {
  readonly fields: Readonly<Record<string, string>>
  readonly text: string
  readonly isConflict: boolean
}

export function saveFailure(error: unknown): SaveFailure {
  const text = error instanceof Error ? error.message : String(error)
  const body =
    error instanceof ApiResponseError ? (error.body as { message?: unknown } | undefined)?.message : undefined
  const bodyEntries = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const fields = Object.fromEntries(bodyEntries.map(([field, texts]) => [field, [texts].flat().map(String).join(' ')]))
  return { fields, text, isConflict: hasErrorCode(error, 'version-conflict') }
}
