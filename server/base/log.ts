/** Log levels, most verbose first; `silent` logs nothing. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * The server log, one entry per call. Messages and details must not contain secrets: no passwords, tokens, bodies or
 * query strings.
 */
export interface Log {
  /** True if `debug` entries are written; otherwise callers can skip preparing them. */
  readonly isDebugging?: boolean
  debug(message: string, detail?: Readonly<Record<string, unknown>>): void
  info(message: string, detail?: Readonly<Record<string, unknown>>): void
  warn(message: string, detail?: Readonly<Record<string, unknown>>): void
  error(message: string, detail?: Readonly<Record<string, unknown>>): void
}
