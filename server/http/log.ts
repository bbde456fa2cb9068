import { pino } from 'pino'
import type { Log, LogLevel } from '#server/base/log.ts'
import { currentCall } from './call-id.ts'

/** Characters of one value of a line: a stack fits, and no line fills a disk. */
const MAX_CHARACTERS = 8192
const MASK = 'XXXXXXXXXX'
/** Never written, whoever logs them. */
const SECRET_KEYS = ['password', 'secret', 'token', 'cookie', 'authorization', 'sqlalchemy_uri', 'body']

export interface LogOptions {
  readonly level: LogLevel
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Takes a whole line; standard error when absent, so that standard output stays for people. */
  readonly write?: (line: string) => void
}

/** A log of one JSON object per line: `level`, `at`, `call` within a call, the details, `message`. */
export function makeLog({ level, now, write = (line) => process.stderr.write(line) }: LogOptions): Log {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"at":"${new Date(now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: cleaned },
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

/** A line that cannot be written is lost, and nothing else. */
function outlive(write: () => void): void {
  try {
    write()
  } catch {
    // There is nowhere left to say so.
  }
}

function cleaned(detail: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(detail).map(([key, value]) => [key, typeof value === 'string' ? clean(value) : value]),
  )
}

/** Drivers quote the addresses they were given: the passwords in them are masked. */
function clean(text: string): string {
  const masked = text.replace(/(\b[a-z][\w+.-]*:\/\/[^\s:/@]*):[^\s/@]+@/gi, `$1:${MASK}@`)
  return masked.length <= MAX_CHARACTERS ? masked : `${masked.slice(0, MAX_CHARACTERS)}…`
}
