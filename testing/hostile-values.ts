/** Names that break careless quoting, parsing, sorting and layout. All differ when case is ignored. */
export const hostileNames = [
  'plain',
  'with "double" quotes',
  "with 'single' quotes",
  'with `ticks` and \\ backslash',
  'dotted.name.x',
  'semi;colon -- comment',
  'emoji 🦜 and 👩‍🚀',
  'שם עמודה',
  '100% {{ jinja }} ${js} %s',
  '<b>bold</b> & co',
  'a, comma',
  'SELECT',
] as const

export const hostileTimeName = 'when 🕰'
export const hostileNullName = 'nothing at all'
const hostileIdName = 'beyond 2^53'

/** A label of 500 characters. */
export const longLabel = `${'long '.repeat(99)}label`.slice(0, 500)

const COLUMNS = 300
const FIRST_ID = 9_007_199_254_740_993n

/** Values of the column `plain`, in row order, one per row. */
export const hostileValues = [
  'north',
  'south',
  '',
  '<NULL>',
  'né “à” 中文',
  'שלום',
  longLabel,
  "o'clock; DROP",
] as const

const times = [
  '1900-01-01 00:00:00',
  '1970-01-01 00:00:00',
  '1999-12-31 23:59:59',
  '2000-02-29 12:00:00',
  '2024-02-29 00:00:00',
  '2038-01-19 03:14:08',
  '2099-12-31 23:59:59',
  '2100-01-01 00:00:00',
]

const quoteText = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Returns the names of all columns in order. */
export function hostileColumns(): string[] {
  const named = [...hostileNames, hostileTimeName, hostileNullName, hostileIdName, 'amount']
  const filler = Array.from({ length: COLUMNS - named.length }, (_, index) => `filler ${index}`)
  return [...named, ...filler]
}

/**
 * Returns a CSV of 300 columns and 8 rows: names with quotes, dots, emoji and right-to-left letters, a column that is
 * always null, integers from 2^53 + 1 on, years from 1900 to 2100, labels of 500 characters, and the amounts 1 to 8.
 */
export function hostileCsv(): string {
  const columns = hostileColumns()
  const rows = hostileValues.map((value, row) =>
    columns
      .map((name) => {
        if (name === 'plain') return quoteText(value)
        if (name === hostileTimeName) return times[row] ?? ''
        if (name === hostileNullName) return ''
        if (name === hostileIdName) return String(FIRST_ID + BigInt(row))
        if (name === 'amount') return String(row + 1)
        return name.startsWith('filler') ? String(row) : quoteText(`${name} ${row % 3}`)
      })
      .join(','),
  )
  return `${[columns.map(quoteText).join(','), ...rows].join('\n')}\n`
}
