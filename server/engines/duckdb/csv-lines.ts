import { createReadStream } from 'node:fs'

/** How the text of a file is parted into rows. */
export interface CsvShape {
  /** One character, or none. */
  readonly delimiter: string
  readonly quote: string
  readonly escape: string
  /** Lines that are passed over before anything is read. */
  readonly skip: number
  readonly hasHeader: boolean
  /** In a file of one column a blank line is a row without a value; in others it is none. */
  readonly columnCount: number
}

/** Tells the characters that end a row from those within quotes; fields may go over several lines. */
function endsOfRows({ delimiter, quote, escape }: CsvShape): (character: string) => boolean {
  let isQuoted = false
  let isEscaped = false
  let isFieldStart = true
  return (character) => {
    if (isEscaped) {
      isEscaped = false
      return false
    }
    if (isQuoted) {
      if (escape !== quote && character === escape) isEscaped = true
      // A quote within quotes is written twice: it closes them and opens them again at once.
      else if (character === quote) isQuoted = false
      isFieldStart = !isQuoted
      return false
    }
    if (character === quote && isFieldStart) {
      isQuoted = true
      return false
    }
    isFieldStart = character === delimiter || character === '\n'
    return character === '\n'
  }
}

/** The line of a file, from 1, in which a row begins that an engine counted, from 1: it counts no blank lines. */
export async function lineOfRow(file: string, shape: CsvShape, row: number): Promise<number> {
  const isEnd = endsOfRows(shape)
  const wanted = row + Number(shape.hasHeader)
  let [line, begins, found, isBlank] = [1, 1, 0, true]
  for await (const text of createReadStream(file, { encoding: 'utf8' })) {
    for (const character of text as string) {
      const isBreak = character === '\n'
      if (line <= shape.skip) {
        line += Number(isBreak)
        begins = line
        continue
      }
      if (!isBreak && character !== '\r') isBlank = false
      line += Number(isBreak)
      if (!isEnd(character)) continue
      if (!isBlank || shape.columnCount === 1) found += 1
      if (found === wanted) return begins
      begins = line
      isBlank = true
    }
  }
  return begins
}
