/** Levels of the log, the most talkative first; `silent` says nothing. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * Where the server says what happens, one line per call. Nothing secret belongs into a message or its details: no
 * passwords, no tokens, no bodies, no query strings.
 */
export interface Log {
  /** Whether lines of `debug` go anywhere: what is only made for them need not be made. */
  readonly isDebugging?: boolean
  debug(message: string, detail?: Readonly<Record<string, unknown>>): void
  info(message: string, detail?: Readonly<Record<string, unknown>>): void
  warn(message: string, detail?: Readonly<Record<string, unknown>>): void
  error(message: string, detail?: Readonly<Record<string, unknown>>): void
}
