/**
 * Splits pasted text at commas, line breaks, tabs and semicolons, trims the values and drops empty and duplicate ones.
 * A double-quoted value may contain separators; a doubled quote inside it is one quote.
 */
export function pasteList(text: string): string[] {
  const values: string[] = []
  const seen = new Set<string>()
  for (const part of parts(text)) {
    const value = part.trim()
    if (value !== '' && !seen.has(value)) {
      seen.add(value)
      values.push(value)
    }
  }
  return values
}

const separators = new Set([',', ';', '\t', '\n', '\r'])

function parts(text: string): string[] {
  const found: string[] = []
  let part = ''
  let isQuoted = false
  for (let index = 0; index < text.length; index++) {
    const letter = text.charAt(index)
    if (isQuoted) {
      if (letter !== '"') part += letter
      else if (text.charAt(index + 1) === '"') {
        part += '"'
        index++
      } else isQuoted = false
    } else if (letter === '"' && part.trim() === '' && text.indexOf('"', index + 1) !== -1) {
      part = ''
      isQuoted = true
    } else if (separators.has(letter)) {
      found.push(part)
      part = ''
    } else part += letter
  }
  found.push(part)
  return found
}

/** True if pasted text contains more than one value. */
export function isList(text: string): boolean {
  return /[,;\t\n\r]/.test(text.trim())
}
