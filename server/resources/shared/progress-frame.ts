import type { FrameHead } from '#core/query/result.ts'
import { errorBody } from '#core/rest/error-body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { BodyChunk } from '#server/data/result/response-body.ts'
import { asApiError } from '#server/store/as-api-error.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'

const NEWLINE = Buffer.from('\n')

/** The content of a frame: the status and body of a separate response. */
export interface FrameContent {
  readonly status: number
  readonly pieces: readonly BodyChunk[]
}

/** Returns a response as frame content. */
export function toFrameContent({ status, bytes, pieces, json }: RouteResponse): FrameContent {
  return {
    status,
    pieces: pieces ?? [{ bytes: bytes ?? Buffer.from(JSON.stringify(json) ?? ''), encoding: 'identity' }],
  }
}

/** Returns an error as frame content; errors without a catalogue entry are logged. */
export function framedFailure(error: unknown, request: RouteRequest): FrameContent {
  const apiError = asApiError(error) ?? new ApiError('internal', { cause: error })
  if (apiError.code === 'internal' && !request.signal.aborted)
    request.context.log.error(apiError.message, { detail: String(error) })
  return toFrameContent({ status: apiError.row.status, json: errorBody(apiError, { isBare: true }) })
}

/** Returns the bytes of a frame: its header line, its body and a newline. */
export function printFrame(id: string, { status, pieces }: FrameContent, file?: string): Buffer {
  const length = pieces.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
  const isPlain = pieces.every(({ encoding }) => encoding === 'identity')
  const head: FrameHead = {
    id,
    status,
    length,
    ...(isPlain ? {} : { pieces: pieces.map(({ bytes, encoding }) => ({ length: bytes.byteLength, encoding })) }),
    ...(file === undefined ? {} : { file }),
  }
  const line = Buffer.from(`${JSON.stringify(head)}\n`)
  return Buffer.concat([line, ...pieces.map(({ bytes }) => bytes), NEWLINE])
}
