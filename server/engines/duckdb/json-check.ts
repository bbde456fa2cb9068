import { ApiError } from '#core/rest/api-error.ts'
import type { OnRows } from '../engine.ts'
import { ROWS_PER_REPORT } from './count-records.ts'

/** Maximum nesting depth of objects and lists. */
const MAX_JSON_DEPTH = 100

const [LF, QUOTE, BACKSLASH, LIST, LIST_END, OBJECT, OBJECT_END] = [10, 34, 92, 91, 93, 123, 125]

/**
 * Checks the nesting of a JSON text before a parser reads it, and returns the number of its objects: those of its list,
 * or one per line. Throws `upload-unreadable` with the line if the text is nested deeper than `MAX_JSON_DEPTH` or begins
 * with neither an object nor a list.
 */
export async function checkJson(parts: AsyncIterable<unknown>, onRows?: OnRows): Promise<number> {
  let [depth, line, rows, rowDepth] = [0, 1, 0, 1]
  let [isText, isEscaped, isBegun] = [false, false, false]
  for await (const part of parts) {
    const bytes = part as Uint8Array
    // An iterator would take several times as long.
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index] as number
      if (byte === LF) line++
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isText = false
        continue
      }
      if (!isBegun && byte > 32 && byte < 128) {
        if (byte !== OBJECT && byte !== LIST) throw unreadable('it begins with neither { nor [')
        isBegun = true
        rowDepth = byte === LIST ? 2 : 1
      }
      if (byte === QUOTE) isText = true
      else if (byte === OBJECT || byte === LIST) {
        if (++depth === rowDepth && ++rows % ROWS_PER_REPORT === 0) onRows?.(rows, null)
        if (depth > MAX_JSON_DEPTH) throw unreadable(`its line ${line} is nested deeper than ${MAX_JSON_DEPTH} levels`)
      } else if (byte === OBJECT_END || byte === LIST_END) depth--
    }
  }
  return rows
}

function unreadable(reason: string): ApiError {
  return new ApiError('upload-unreadable', { args: [reason] })
}
