import { readErrorBody } from '#core/rest/read-error.ts'
import { t } from '#core/text/t.ts'

/** What is said of samples that cannot be read: what the answer says, or that there was an error. */
export function samplesFailure(failure: unknown): string {
  const { body } = (failure ?? {}) as { readonly body?: unknown }
  return readErrorBody(body).message ?? t('Sorry, an error occurred')
}
