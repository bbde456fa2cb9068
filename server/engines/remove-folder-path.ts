import { basename } from 'node:path'
import { ApiError } from '#core/rest/api-error.ts'

/** Returns an error about files of a database for users who may not see paths of the server; others are unchanged. */
export function withoutFolder(error: unknown): unknown {
  if (!(error instanceof ApiError) || !/^(data-file|lake-)/.test(error.code)) return error
  const { code, args, extra } = error
  const [path, ...others] = args
  return new ApiError(code, {
    args: path === undefined ? [] : [basename(String(path)), ...others],
    extra,
    cause: error,
  })
}
