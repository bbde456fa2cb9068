import { POINTS_A_PIXEL, type Sample } from '#core/query/sample.ts'
import type { Dialect } from '#server/engines/engine.ts'
import type { Expr, From, Select, Selected } from './tree.ts'

/** Which columns of a statement are what, by their place. */
export interface Sampling {
  readonly labels: readonly string[]
  /** That of the x axis, which is one of moments. */
  readonly x: number
  readonly metrics: readonly number[]
  readonly dialect: Dialect
  /** The most rows. */
  readonly max: number
}

/** The label of how many points there are, beside each row. */
export const POINTS = '__points'

const column = (name: string): Expr => ({ kind: 'column', name })
const number = (value: number): Expr => ({ kind: 'literal', value })
const over = (name: 'COUNT' | 'MAX' | 'MIN', of: Expr | '*', by: readonly Expr[]): Expr => ({
  kind: 'window',
  of: { kind: 'aggregate', name, of },
  by,
})
const compared = (left: Expr, op: '=' | '<' | '>' | '<=' | '>=', right: Expr): Expr => ({
  kind: 'compare',
  op,
  left,
  right,
})
const computed = (left: Expr, op: '+' | '-' | '*' | '/', right: Expr): Expr => ({ kind: 'arithmetic', op, left, right })
const choice = (when: Expr, so: Expr, otherwise: Expr): Expr => ({ kind: 'case', when, so, otherwise })

/** The furthest moments that an answer can hold, epoch milliseconds. */
const LAST_MOMENT = 8.64e15

const AT = column('__at')
const FIRST = column('axis_first')
const LAST = column('axis_last')

/** A number, where it is one that an answer can hold: to engines what is no number is greater than all. */
function finite(of: Expr): Expr {
  const within = [compared(of, '>=', number(-Number.MAX_VALUE)), compared(of, '<=', number(Number.MAX_VALUE))]
  return choice({ kind: 'all', of: within }, of, { kind: 'literal', value: null })
}

/** The part of `width` even parts from `first` to `last` that a place is in, counted from 0. */
function part(first: Expr, last: Expr, width: number): Expr {
  const share = computed(computed(AT, '-', first), '/', computed(last, '-', first))
  const of: Expr = { kind: 'template', template: 'FLOOR({col})', of: computed(share, '*', number(width)) }
  // The last place is in the last part; of one place alone there is nothing to divide by.
  return choice(compared(AT, '<', last), of, number(width - 1))
}

/** Parts of what lies before a stretch, in it and after it are told apart. */
function partOf({ width, from, to }: Sample): Expr {
  const whole = part(FIRST, LAST, width)
  if (from === undefined || to === undefined) return whole
  const within = computed(number(width), '+', part(number(from), number(to), width))
  const after = computed(number(2 * width), '+', whole)
  return choice(compared(AT, '<', number(from)), whole, choice(compared(AT, '<=', number(to)), within, after))
}

/** A SELECT of these columns and all of those below that go on. */
function level(below: From, kept: readonly string[], added: readonly Selected[], where: readonly Expr[] = []): Select {
  const columns = [...kept.map((label) => ({ expr: column(label), label })), ...added]
  return { columns, from: below, where, groupBy: [], having: [], orderBy: [], limit: null, offset: 0 }
}

const below = (select: Select, alias: string): From => ({ kind: 'select', select, alias })

/** What is known of each row beside its own columns: its place, how many points there are, and how many of its series. */
const KNOWN = ['__at', 'points', 'series_points']

/** The rows of a statement that have a place on the axis, their columns by short names, with what is known of each. */
function placedRows(rows: Select, { labels, x, dialect }: Sampling, names: readonly string[], series: readonly Expr[]) {
  const place: Expr = { kind: 'template', template: dialect.epochMs, of: column(labels[x] ?? '') }
  const named = labels.map((label, index) => ({ expr: column(label), label: names[index] ?? '' }))
  const all = below({ ...rows, orderBy: [], limit: null, offset: 0 }, 's0')
  const placed = level(all, [], [...named, { expr: place, label: '__at' }])
  const counted = [
    { expr: over('MIN', AT, []), label: 'axis_first' },
    { expr: over('MAX', AT, []), label: 'axis_last' },
    { expr: over('COUNT', '*', []), label: 'points' },
    { expr: over('COUNT', '*', series), label: 'series_points' },
  ]
  const isThere = [compared(AT, '>=', number(-LAST_MOMENT)), compared(AT, '<=', number(LAST_MOMENT))]
  return level(below(placed, 's1'), [...names, '__at'], counted, isThere)
}

/**
 * Rows with their `part`, and beside them where in it what is seen of their series stands: `first`, `last`, and the places
 * of the extremes of each metric by the labels that are given.
 */
function seenRows(parted: Select, kept: readonly string[], by: readonly Expr[], metrics: readonly Expr[]) {
  const extremes = metrics.flatMap((of, index) => [
    { of, label: `least${index}`, expr: over('MIN', finite(of), by) },
    { of, label: `greatest${index}`, expr: over('MAX', finite(of), by) },
  ])
  const ends = level(
    below(parted, 's3'),
    [...kept, 'part'],
    [
      { expr: over('MIN', AT, by), label: 'first' },
      { expr: over('MAX', AT, by), label: 'last' },
      ...extremes.map(({ label, expr }) => ({ label, expr })),
    ],
  )
  const places = extremes.map(({ of, label }) => {
    const there = choice(compared(of, '=', column(label)), AT, { kind: 'literal', value: null })
    return { expr: over('MIN', there, by), label: `at_${label}` }
  })
  const select = level(below(ends, 's4'), [...kept, 'first', 'last'], places)
  return { select, places: ['first', 'last', ...places.map(({ label }) => label)] }
}

/**
 * The rows of a statement by what can be seen of them: of each series and each part of the x axis the first, the last and,
 * of each metric, the least and the greatest, the earliest of equal ones; series that are short enough are whole. In the
 * order of the x axis; the last column says how many points there are. Rows without a place on the axis are left out. Each
 * row of the statement is another place of another series.
 */
export function sampledSelect(rows: Select, sample: Sample, sampling: Sampling): Select {
  const { labels, x, metrics, max } = sampling
  const names = labels.map((_, index) => `__c${index}`)
  const series = names.filter((_, index) => index !== x && !metrics.includes(index)).map(column)
  const kept = [...names, ...KNOWN]
  const placed = placedRows(rows, sampling, names, series)
  const parted = level(below(placed, 's2'), kept, [{ expr: partOf(sample), label: 'part' }])
  const values = metrics.map((index) => column(`__c${index}`))
  const seen = seenRows(parted, kept, [...series, column('part')], values)
  const isShort = compared(column('series_points'), '<=', number(POINTS_A_PIXEL * sample.width))
  const answered = [
    ...labels.map((label, index) => ({ expr: column(names[index] ?? ''), label })),
    { expr: column('points'), label: POINTS },
  ]
  return {
    ...level(below(seen.select, 's5'), [], answered),
    where: [{ kind: 'any', of: [isShort, ...seen.places.map((label) => compared(AT, '=', column(label)))] }],
    orderBy: [AT, ...series].map((by) => ({ by, ascending: true })),
    limit: max,
  }
}
