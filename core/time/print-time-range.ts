import type { Edge, Expression, ShiftedAnchor, RangeEnd, TimeRange } from './tree.ts'

/** Prints a time range in its canonical form: functions in upper case, units in lower case, double quotes. */
export function printTimeRange(range: TimeRange): string {
  switch (range.kind) {
    case 'no-filter':
      return 'No filter'
    case 'last':
      return capital(printSide(range.since))
    case 'next':
      return capital(printSide(range.until))
    case 'calendar':
      return range.which === 'current' ? `Current ${range.unit}` : `previous calendar ${range.unit}`
    case 'to-date':
      return `${range.unit[0]}td`
    case 'first':
      return `first ${range.part} of ${range.word} ${range.unit}`
    case 'between':
      return `${range.since ? printSide(range.since) : ''} : ${range.until ? printSide(range.until) : ''}`
    case 'ignored':
      return range.text
  }
}

/** Prints one end of a range. */
export function printSide(side: RangeEnd): string {
  switch (side.kind) {
    case 'text':
      return side.text
    case 'moved':
      return printMoved(side)
    case 'edge':
      return `${side.edge} of ${printMoved(side)}`
    default:
      return printExpression(side)
  }
}

function printMoved({ word, n, unit }: ShiftedAnchor | Edge): string {
  return n === undefined ? `${word} ${unit}` : `${word} ${n} ${unit}${n === 1 ? '' : 's'}`
}

function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'datetime':
      return `DATETIME(${quote(expression.text)})`
    case 'dateadd':
      return `DATEADD(${printExpression(expression.of)}, ${printAmount(expression.n)}, ${expression.unit})`
    case 'datetrunc':
      return `DATETRUNC(${printExpression(expression.of)}, ${expression.unit})`
    case 'lastday':
      return `LASTDAY(${printExpression(expression.of)}, ${expression.unit})`
    case 'holiday': {
      const of = expression.of ? [printExpression(expression.of)] : []
      const country = expression.country === undefined ? [] : [quote(expression.country)]
      return `HOLIDAY(${[quote(expression.name), ...of, ...country].join(', ')})`
    }
  }
}

function printAmount(n: Extract<Expression, { kind: 'dateadd' }>['n']): string {
  if (typeof n === 'number') return String(n)
  return `DATEDIFF(${printExpression(n.from)}, ${printExpression(n.to)}${n.unit ? `, ${n.unit}` : ''})`
}

function quote(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
