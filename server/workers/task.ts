import type { ErrorCode } from '#core/rest/errors.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { CatalogueErrorOptions } from '#core/rest/catalogue-error.ts'

/** A task sent to a thread. */
export interface TaskRequest<Task> {
  readonly id: number
  readonly task: Task
}

/**
 * A message of a thread: it is ready, the progress of a task, or the result of a task. After `broken` the thread is
 * unusable.
 */
export type TaskMessage<Reply> =
  | 'ready'
  | { readonly id: number; readonly message: unknown }
  | { readonly id: number; readonly reply: Reply }
  | { readonly id: number; readonly failure: Failure; readonly broken: boolean }

/** A serialized error: API errors keep their code. */
export interface Failure {
  readonly code?: ErrorCode
  readonly options?: Pick<CatalogueErrorOptions, 'args' | 'extra' | 'fields'>
  readonly message: string
}

/** An error that is not an API error, thrown by a task in its thread; the message is that of the thread. */
export class TaskError extends Error {}

export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) {
    const { code, args, extra, fields, message } = error
    return { code, options: { args, extra, ...(fields ? { fields } : {}) }, message }
  }
  return { message: error instanceof Error ? error.message : String(error) }
}

export function errorOf({ code, options, message }: Failure): Error {
  return code ? new ApiError(code, options) : new TaskError(message)
}
