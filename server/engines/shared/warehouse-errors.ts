import { ApiError } from '#core/rest/api-error.ts'
import type { ClassifiedError } from '../engine.ts'
import { offsetOf } from './sql-parser.ts'

/** The code and the arguments of a message. */
export type MatchedError = readonly [code: ClassifiedError['code'], ...args: string[]]

/** The meaning of messages that match a pattern; its groups are the arguments. */
export type ErrorPattern = readonly [pattern: RegExp, code: ClassifiedError['code']]

/** The line and the column of an error, from 1. */
interface ErrorPosition {
  readonly line: number
  readonly column: number
}

/** By code of the operating system. */
const NETWORK: Readonly<Record<string, ClassifiedError['code']>> = {
  ECONNRESET: 'connection-failed',
  EPIPE: 'connection-failed',
  ECONNREFUSED: 'connection-port-closed',
  ENOTFOUND: 'connection-hostname',
  EAI_AGAIN: 'connection-hostname',
  EHOSTUNREACH: 'connection-failed',
  ENETUNREACH: 'connection-failed',
  ETIMEDOUT: 'connection-timeout',
  ESOCKETTIMEDOUT: 'connection-timeout',
}

/** The parts of an error of the driver. */
interface WarehouseFault {
  readonly message: string
  readonly meaning: MatchedError | undefined
  readonly position?: ErrorPosition | undefined
}

/** Returns the meaning of an error: ours, of the network, or as read by the engine. */
export function explainWarehouse(
  error: unknown,
  sql: string | undefined,
  read: (error: Error) => WarehouseFault,
): ClassifiedError {
  if (error instanceof ApiError) return { code: error.code, args: error.args.map(String), message: error.message }
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  if (!(first instanceof Error)) return { code: 'query-failed', args: [String(first)], message: String(first) }
  const { message, meaning, position } = read(first)
  const network = networkCode(first)
  if (network) return { code: network, args: [], message }
  if (meaning) {
    const [code, ...args] = meaning
    const offset = position && sql !== undefined ? offsetOf(sql, position.line, position.column) : undefined
    return { code, args, message, ...(offset === undefined ? {} : { position: offset }) }
  }
  if (first.name === 'TimeoutError') return { code: 'connection-timeout', args: [], message }
  return { code: 'query-failed', args: [message], message }
}

/** Returns the code of the catalogue for an error of the network, which drivers wrap. */
function networkCode(error: Error): ClassifiedError['code'] | undefined {
  const { code, cause } = error as Error & { readonly code?: unknown }
  return NETWORK[String(code)] ?? (cause instanceof Error ? networkCode(cause) : undefined)
}

/** Returns the meaning of the first pattern that matches. */
export function matchError(message: string, meanings: readonly ErrorPattern[]): MatchedError | undefined {
  for (const [pattern, code] of meanings) {
    const found = pattern.exec(message)
    if (found) return [code, ...found.slice(1).map((each) => each ?? '')]
  }
  return undefined
}
