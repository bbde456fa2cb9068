import { mutateText } from './mutate.ts'
import { EDGE_CASE_TEXTS } from './edge-case-values.ts'
import type { Random } from './random.ts'

const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']
const COUNTS = ['', '0', '1', '7', '13', '365', '99999', '999999999', '1e9', '-1', '٣', 'two', 'a']
const DATES = [
  '2024-01-01',
  '2024-02-30',
  '2024-02-29T23:59:60',
  '0001-01-01',
  '-0001-01-01',
  '9999-12-31T23:59:59.999999',
  '10000-01-01',
  '275760-09-13',
  'now',
  'today',
  'noon',
  'now()',
  'yesterday at 25:61',
  'next friday',
  '1 Jan 70',
  '31/12/1999',
  'Q3 2020',
  'W53 2021',
]
const WORDS = ['Last', 'last', 'Next', 'next', 'this', 'prior', 'previous calendar', 'Current']
const FUNCTIONS = ['DATEADD', 'DATETRUNC', 'LASTDAY', 'HOLIDAY', 'DATETIME', 'dateadd', 'DATEDIFF']
const HOLIDAYS = ['"Christmas"', '"easter"', '"New Year\'s Day"', '"x"', '""']

const count = (random: Random) => random.pick(COUNTS)
const unit = (random: Random) => random.pick(UNITS) + random.pick(['', 's'])

/** Returns one end of a range by the grammar, with up to `depth` nested functions. */
function rangeEnd(random: Random, depth: number): string {
  const kind = random.int(depth > 0 ? 7 : 4)
  if (kind === 0) return random.pick(DATES)
  if (kind === 1) return `${random.pick(WORDS)} ${count(random)} ${unit(random)}`
  if (kind === 2)
    return `${random.pick(['start', 'end', 'first', 'beginning', '1st day'])} of ${random.pick(WORDS)} ${unit(random)}`
  if (kind === 3)
    return `${random.pick(['in ', '', '-', '+'])}${count(random)} ${unit(random)} ${random.pick(['ago', 'later', 'before 2024-01-01', 'from now', ''])}`
  return call(random, depth - 1)
}

function call(random: Random, depth: number): string {
  const name = random.pick(FUNCTIONS)
  const inner = () => (random.chance(0.5) ? `DATETIME("${rangeEnd(random, 0)}")` : rangeEnd(random, depth))
  switch (name.toUpperCase()) {
    case 'DATETIME':
      return `${name}('${rangeEnd(random, 0)}')`
    case 'DATEADD':
      return `${name}(${inner()}, ${count(random)}, ${unit(random)})`
    case 'HOLIDAY':
      return `${name}(${random.pick(HOLIDAYS)}, ${inner()}, ${random.pick(['"United States"', '"Germany"', '"Atlantis"', 'x'])})`
    case 'DATETRUNC':
      return `${name}(${inner()}, ${unit(random)})`
    default:
      return `${name}(${inner()}${random.pick([', month', '', ', ', `, ${inner()}`])})`
  }
}

/** Returns a time range: valid, nearly valid, or none at all. */
export function timeText(random: Random): string {
  const kind = random.int(10)
  if (kind === 0) return random.pick(EDGE_CASE_TEXTS)
  if (kind === 1)
    return random.pick([
      'No filter',
      'Last week',
      'previous calendar month',
      'Current year',
      'mtd',
      'first day of last quarter',
      ' : ',
      'x : y',
      ' : : ',
    ])
  const deep = random.chance(0.02) ? 60 : 3
  const range = `${rangeEnd(random, deep)}${random.pick([' : ', ' : ', ' : ', ':', ' :'])}${rangeEnd(random, deep)}`
  return kind < 6 ? range : mutateText(random, range)
}
