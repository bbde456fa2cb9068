import { ApiError } from '#core/rest/api-error.ts'

/** Maximum nesting depth of objects and lists. */
const MAX_JSON_DEPTH = 100

const [LF, QUOTE, BACKSLASH, LIST, LIST_END, OBJECT, OBJECT_END] = [10, 34, 92, 91, 93, 123, 125]

/**
 * Checks the nesting of a JSON text before a parser reads it. Throws `upload-unreadable` with the line if the text is
 * nested deeper than `MAX_JSON_DEPTH` or begins with neither an object nor a list.
 */
export async function checkJson(parts: AsyncIterable<unknown>): Promise<void> {
  let [depth, line] = [0, 1]
  let [isText, isEscaped, isBegun] = [false, false, false]
  for await (const part of parts) {
    for (const byte of part as Uint8Array) {
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
      }
      if (byte === QUOTE) isText = true
      else if (byte === OBJECT || byte === LIST) {
        if (++depth > MAX_JSON_DEPTH)
          throw unreadable(`its line ${line} is nested deeper than ${MAX_JSON_DEPTH} levels`)
      } else if (byte === OBJECT_END || byte === LIST_END) depth--
    }
  }
}

function unreadable(reason: string): ApiError {
  return new ApiError('upload-unreadable', { args: [reason] })
}
