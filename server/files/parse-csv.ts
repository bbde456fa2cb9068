/** A row of a CSV text; `line` is the number of its first line, from 1. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Parses CSV (RFC 4180): quoted cells, any line ending, a byte order mark. The delimiter is a semicolon if the first line
 * has one and no comma. Empty lines are left out. Returns the line of an unclosed quote instead if there is one.
 */
export function parseCsv(text: string): readonly CsvRow[] | { readonly unclosedLine: number } {
  const body = text.replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(body)
  const rows: CsvRow[] = []
  let cells: string[] = []
  let line = 1
  let firstLine = 1
  let at = 0
  const endRow = () => {
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: firstLine, cells })
    cells = []
  }
  while (at < body.length) {
    const read = readCell(body, at, delimiter)
    if (read === undefined) return { unclosedLine: line }
    cells.push(read.cell)
    line += read.lines
    at = read.end
    if (body[at] === delimiter) {
      at++
      // A row may end with an empty cell.
      if (at < body.length && !isLineEnd(body[at])) continue
      cells.push('')
    }
    endRow()
    if (body[at] === '\r' && body[at + 1] === '\n') at++
    at++
    line++
    firstLine = line
  }
  return rows
}

function isLineEnd(letter: string | undefined): boolean {
  return letter === '\n' || letter === '\r'
}

function delimiterOf(text: string): ',' | ';' {
  const [first = ''] = text.split(/[\r\n]/, 1)
  return first.includes(';') && !first.includes(',') ? ';' : ','
}

interface ReadCell {
  readonly cell: string
  /** The index after it. */
  readonly end: number
  /** Line ends in it. */
  readonly lines: number
}

/** Reads the cell at an index; undefined if its quote is not closed. */
function readCell(text: string, start: number, delimiter: string): ReadCell | undefined {
  if (text[start] !== '"') {
    const end = endOfPlain(text, start, delimiter)
    return { cell: text.slice(start, end), end, lines: 0 }
  }
  let cell = ''
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') cell += text[at]
    else if (text[at + 1] === '"') {
      cell += '"'
      at++
    } else {
      const rest = endOfPlain(text, at + 1, delimiter)
      return { cell: cell + text.slice(at + 1, rest), end: rest, lines: cell.split(/\r\n|\r|\n/).length - 1 }
    }
  }
  return undefined
}

/** Returns the index of the next delimiter or line end. */
function endOfPlain(text: string, start: number, delimiter: string): number {
  let end = start
  while (end < text.length && text[end] !== delimiter && !isLineEnd(text[end])) end++
  return end
}
