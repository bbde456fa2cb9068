import { FRAMES_MEDIA_TYPE } from '#core/query/result.ts'
import type { Outcome } from './send.ts'

/** Allowed statuses of 500 and above, each a limit in the error catalogue. */
export const ALLOWED_ERRORS: Readonly<Record<string, string>> = {
  'query-timeout': 'a question may be as heavy as its SQL; it is ended after the time that the settings name',
  'work-timeout': 'a template or a step of post-processing may be; its thread is ended after its time',
  'queue-full': 'more questions wait than may; the caller is asked to come again',
}

/** Messages of the same limits in a batch, whose items have no headers. */
const ALLOWED_TEXTS = /"(The query took longer than|This took longer than|Too many queries are waiting)/

/** Returns what is wrong with an outcome; undefined if nothing is. */
export function outcomeFault(outcome: Outcome): string | undefined {
  switch (outcome.end) {
    case 'silence':
      return 'no answer'
    case 'hang-up':
      return `hang-up: ${outcome.what}`
    case 'closed':
    case 'unsendable':
      return undefined
    case 'answer':
      if (outcome.status >= 500 && !(outcome.code in ALLOWED_ERRORS))
        return `${outcome.status} ${outcome.code || 'unnamed'}`
      return outcome.type.startsWith(FRAMES_MEDIA_TYPE) ? faultInFrames(outcome.body) : undefined
  }
}

function faultInFrames(body: Buffer): string | undefined {
  let at = 0
  while (at < body.length) {
    const end = body.indexOf('\n', at)
    if (end < 0) return undefined
    const { status, length } = JSON.parse(body.subarray(at, end).toString()) as { status: number; length: number }
    const text = body.subarray(end + 1, end + 1 + length).toString()
    if (status >= 500 && !ALLOWED_TEXTS.test(text)) return `${status} in a batch`
    at = end + 1 + length + 1
  }
  return undefined
}

/** Log lines of unhandled errors. */
const UNHEARD = /(Unhandled promise rejection|Uncaught exception|A connection was closed by its peer)/

/** Returns an error in a part of the server's log that no response reports; undefined if there is none. */
export function faultInLog(text: string): string | undefined {
  const line = text.split('\n').find((each) => UNHEARD.test(each))
  return line === undefined ? undefined : `unhandled: ${line.slice(0, 1500)}`
}
