import { pino } from 'pino'
import type { Log, LogLevel } from '#server/base/log.ts'
import { currentCall } from './call-id.ts'

/** Maximum characters of one value: a stack fits, and no line fills a disk. */
const MAX_CHARACTERS = 8192
const MASK = 'XXXXXXXXXX'
/** Keys whose values are never logged. */
const SECRET_KEYS = ['password', 'secret', 'token', 'cookie', 'authorization', 'sqlalchemy_uri', 'body']

export interface LogOptions {
  readonly level: LogLevel
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Receives a whole line. Defaults to standard error, so that standard output stays for the user. */
  readonly write?: (line: string) => void
}

/** Creates a log of one JSON object per line: `level`, `at`, `call` (within a request), the details, `message`. */
export function makeLog({ level, now, write = (line) => process.stderr.write(line) }: LogOptions): Log {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"at":"${new Date(now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: redactDetails },
      redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), censor: MASK },
      mixin: () => {
        const call = currentCall()
        return call === undefined ? {} : { call }
      },
    },
    { write: (line) => outlive(() => write(line)) },
  )
  const line =
    (of: 'debug' | 'info' | 'warn' | 'error') => (message: string, detail?: Readonly<Record<string, unknown>>) =>
      logger[of](detail ?? {}, clean(message))
  return {
    isDebugging: level === 'debug',
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
  }
}

/** Ignores errors: a line that cannot be written is lost, without other effects. */
function outlive(write: () => void): void {
  try {
    write()
  } catch {
    // There is no other output to report the error.
  }
}

function redactDetails(detail: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(detail).map(([key, value]) => [key, typeof value === 'string' ? clean(value) : value]),
  )
}

/** Masks passwords in URLs, which drivers quote in their messages. */
function clean(text: string): string {
  const masked = text.replace(/(\b[a-z][\w+.-]*:\/\/[^\s:/@]*):[^\s/@]+@/gi, `$1:${MASK}@`)
  return masked.length <= MAX_CHARACTERS ? masked : `${masked.slice(0, MAX_CHARACTERS)}…`
}
