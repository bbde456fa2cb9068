import { browserErrors } from '#core/rest/browser-errors.ts'
import { readErrorBody } from '#core/rest/read-error.ts'
import { t } from '#core/text/t.ts'
import { ApiResponseError, responseFailure } from '#calls/call.ts'

/** Returns the error of a failed chart data response: the server's message, else its status. */
export async function chartDataFailure(response: Response): Promise<ApiResponseError> {
  const error = await responseFailure(response)
  if (response.status >= 400 && isExplained(error.body)) return error
  return unexpectedStatusError(response.status, error.body)
}

/** Returns the error for a status that chart data responses do not have. */
export function unexpectedStatusError(status: number, body: unknown): ApiResponseError {
  const text = t(browserErrors['status-unexpected'].message, status)
  return new ApiResponseError(text, 'answer', status, body, 'status-unexpected')
}

function isExplained(body: unknown): boolean {
  const result = (body as { result?: unknown } | null)?.result
  return readErrorBody(body).message !== undefined || Array.isArray(result)
}
