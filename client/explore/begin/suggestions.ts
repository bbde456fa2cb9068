import type { ChartType } from '#charts/chart.ts'
import type { DimensionNeed, MetricNeed, Suit, SuitPart } from '#charts/suit.ts'
import { controlsOf } from '#controls/form.ts'
import { t } from '#core/text/t.ts'
import type { AtHand, Counted, Measured } from './at-hand.ts'

/** A chart that can be drawn of a dataset as it is. */
export interface Suggestion {
  readonly vizType: string
  readonly title: string
  /** What its controls hold beside what a new chart holds anyway. */
  readonly controls: Readonly<Record<string, unknown>>
}

/** As many are offered at most. */
const MAX_OFFERED = 6

/** What the controls of a kind take of what is at hand; undefined where a need is not met. */
interface Taken {
  readonly controls: Readonly<Record<string, readonly unknown[]>>
  readonly parts: Readonly<Record<SuitPart, readonly string[]>>
}

type Dealt<T> = { readonly control: string; readonly items: readonly T[] }[]

/** Gives dimensions to those who need them, in order; undefined where one goes without, or what must be shown is not. */
function dealDimensions(
  needs: readonly DimensionNeed[],
  dimensions: readonly Counted[],
  { isChosen, takes }: { isChosen: boolean; takes: 'least' | 'most' },
): Dealt<Counted> | undefined {
  let left = dimensions
  const dealt: Dealt<Counted> = []
  for (const { control, from, to, least = 1, most = Math.max(1, least) } of needs) {
    const fitting = left.filter(({ distinct }) => distinct >= from && distinct <= to)
    const items = fitting.slice(0, takes === 'most' ? most : least)
    if (items.length < least) return undefined
    left = left.filter((each) => !items.includes(each))
    if (items.length > 0) dealt.push({ control, items })
  }
  return isChosen && left.length > 0 ? undefined : dealt
}

/** The first way to give them that is whole: those that were chosen in their order or in the other, many or few to one. */
function dealWhole(needs: readonly DimensionNeed[], dimensions: readonly Counted[], isChosen: boolean) {
  for (const takes of isChosen ? (['most', 'least'] as const) : (['least'] as const))
    for (const all of [dimensions, dimensions.toReversed()]) {
      const dealt = dealDimensions(needs, all, { isChosen, takes })
      if (dealt) return dealt
    }
  return undefined
}

/** The same of metrics; what was not chosen is what is usual. */
function dealMetrics(needs: readonly MetricNeed[], hand: AtHand): Dealt<Measured> | undefined {
  const chosen = [...hand.metrics]
  const means = [...hand.means]
  const usual = {
    rows: () => hand.count,
    amount: () => hand.amount,
    mean: () => means.shift(),
  }
  const dealt: Dealt<Measured> = []
  for (const { control, usual: name, most = 1 } of needs) {
    const items = chosen.splice(0, most)
    const other = items.length === 0 ? usual[name]() : undefined
    if (other) items.push(other)
    if (items.length === 0) return undefined
    dealt.push({ control, items })
  }
  return chosen.length > 0 ? undefined : dealt
}

/** What goes to one control, where it is there: a column of amounts, places or countries. */
function single(suit: Suit, { numbers, position, country }: AtHand): Record<string, unknown> | undefined {
  const number = suit.number && numbers.find(({ distinct }) => distinct >= (suit.number?.from ?? 0))
  if (suit.number && !number) return undefined
  if (suit.position && !position) return undefined
  if (suit.countries && !country) return undefined
  return {
    ...(suit.number && number ? { [suit.number.control]: number.column } : {}),
    ...(suit.position ? { [suit.position.control]: position } : {}),
    ...(suit.countries ? { [suit.countries.control]: country?.dimension.column } : {}),
    ...(suit.countries ? { [suit.countries.written]: country?.written } : {}),
  }
}

function take(suit: Suit, hand: AtHand): Taken | undefined {
  const { rows, time, chosen } = hand
  if (suit.rows && !(rows >= suit.rows.from && rows <= suit.rows.to)) return undefined
  if (suit.time ? !time : chosen.time) return undefined
  const others = single(suit, hand)
  const free = suit.countries ? hand.dimensions.filter((each) => each !== hand.country?.dimension) : hand.dimensions
  const needs = suit.dimensions ?? []
  const dimensions = dealWhole(needs, free, chosen.dimensions)
  const metrics = dealMetrics(suit.metrics ?? [], hand)
  if (!others || !dimensions || !metrics) return undefined
  const controls = [
    ...dimensions.map(({ control, items }) => [control, items.map(({ column }) => column)] as const),
    ...metrics.map(({ control, items }) => [control, items.map(({ metric }) => metric)] as const),
    ...Object.entries(others).map(([control, value]) => [control, [value]] as const),
  ]
  const number = hand.numbers.find(({ column }) => suit.number && column === others[suit.number.control])
  const parts = {
    metrics: metrics.flatMap(({ items }) => items.map(({ name }) => name)).slice(0, 2),
    dimensions: dimensions.flatMap(({ items }) => items.map(({ name }) => name)),
    number: number ? [number.name] : [],
  }
  return { controls: Object.fromEntries(controls), parts }
}

const listed = (names: readonly string[]) => names.reduce((all, name) => t('%s and %s', all, name))

function titleOf({ says: [text, ...named] }: Suit, { parts }: Taken): string {
  const title = t(text, ...named.map((part) => listed(parts[part])))
  return parts.dimensions.length === 0 || named.includes('dimensions')
    ? title
    : t('%s by %s', title, listed(parts.dimensions))
}

function suggestionOf(kind: ChartType, suit: Suit, hand: AtHand): Suggestion | undefined {
  const taken = take(suit, hand)
  if (!taken) return undefined
  const holdsList = (name: string) => controlsOf(kind.controls).find((each) => each.name === name)?.multi === true
  const held = Object.entries(taken.controls).map(([name, values]) => [name, holdsList(name) ? values : values[0]])
  const time = suit.time && hand.chosen.time ? { granularity_sqla: hand.time?.column_name } : {}
  return {
    vizType: kind.type,
    title: titleOf(suit, taken),
    controls: { ...(Object.fromEntries(held) as Record<string, unknown>), ...time, ...suit.also },
  }
}

/**
 * The kinds that suit what is at hand, each by the first of its suits that is met, in the order of their places; six at
 * most. Where columns or metrics were chosen, each shows them all.
 */
export function suggestions(kinds: readonly ChartType[], hand: AtHand): readonly Suggestion[] {
  const places = kinds.flatMap((kind) => (kind.meta.suits ?? []).map((suit) => ({ kind, suit })))
  const found = new Map<string, Suggestion>()
  for (const { kind, suit } of places.toSorted((a, b) => a.suit.place - b.suit.place)) {
    const suggestion = found.has(kind.type) ? undefined : suggestionOf(kind, suit, hand)
    if (suggestion) found.set(kind.type, suggestion)
  }
  return [...found.values()].slice(0, MAX_OFFERED)
}
