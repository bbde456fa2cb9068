import { errorMessage } from '#calls/call.ts'
import { readErrorBody } from '#core/rest/read-error.ts'
import { t } from '#core/text/t.ts'

/** Returns the error message of failed samples: from the response, else a general one. */
export function samplesFailure(failure: unknown): string {
  const { body, code } = (failure ?? {}) as { readonly body?: unknown; readonly code?: string }
  const read = readErrorBody(body)
  return errorMessage(read, code) ?? t('Sorry, an error occurred')
}
