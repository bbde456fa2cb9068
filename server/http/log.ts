import type { Log } from '#server/log.ts'

type Level = 'info' | 'warn' | 'error'

/** Writes one line of JSON per call to standard error, so that standard output stays for people. */
export function makeLog(now: () => number, write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const line = (level: Level) => (message: string, detail?: Readonly<Record<string, unknown>>) =>
    write(`${JSON.stringify({ at: new Date(now()).toISOString(), level, message, ...detail })}\n`)
  return { info: line('info'), warn: line('warn'), error: line('error') }
}
