/**
 * Where labels stand among the values of the dimensions `columns`, as an answer says it: `places` by `labelKey`, of
 * labels in that answer alone.
 */
export interface LabelPlaces {
  readonly columns: readonly string[]
  readonly places: Readonly<Record<string, number>>
}

/** A value of a dimension; undefined is none. */
export type LabelValue = string | number | boolean | null | undefined

/** How a value that is missing is spelt in a key. */
const NO_VALUE = '<NULL>'

/** Places from here on come of a hash; those below were counted. */
export const HASHED = 2 ** 24

/** One text for the values that make a label: the same on the server and in the browser. */
export function labelKey(values: readonly LabelValue[]): string {
  return values.map((value) => (value === null || value === undefined ? NO_VALUE : String(value))).join(', ')
}

/** FNV-1a over UTF-16 units, 24 bits of it: alike on every machine, and of labels alone. */
export function hashOf(label: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < label.length; at++) hash = Math.imul(hash ^ label.charCodeAt(at), 0x01000193)
  return ((hash >>> 8) ^ hash) & (HASHED - 1)
}

/** The place of a label: as the answer says, else by its hash. Whole and from 0 on. */
export function placeOf(key: string, known: Readonly<Record<string, number>> | undefined): number {
  const place = known && Object.hasOwn(known, key) ? known[key] : undefined
  return place ?? HASHED + hashOf(key)
}

/** A label, and its place in the order that colours are given in. */
export interface PlacedLabel {
  readonly name: string
  readonly place: number
}

/** What stands first is negative: by place, and by name where places come of a hash. */
export function comparePlaces(a: PlacedLabel, b: PlacedLabel): number {
  if (a.place >= HASHED && b.place >= HASHED) return collator.compare(a.name, b.name)
  return a.place - b.place
}

const collator = new Intl.Collator('en', { numeric: true })

/**
 * The colour of a label: named by the dashboard, else that of its place in the scheme, which starts over at its end.
 * Names are compared without outer white space. It depends on nothing else, so that a label has one colour wherever it
 * is drawn.
 */
export function colorOf(
  { name, place }: PlacedLabel,
  colors: readonly string[],
  labelColors: Readonly<Record<string, string>>,
): string {
  return namedColor(name, labelColors) ?? colors[place % colors.length] ?? NO_COLOR
}

/** Of a scheme without colours. */
const NO_COLOR = '#868d9b'

function namedColor(name: string, labelColors: Readonly<Record<string, string>>): string | undefined {
  if (Object.hasOwn(labelColors, name)) return labelColors[name]
  const key = name.trim()
  return Object.entries(labelColors).find(([label]) => label.trim() === key)?.[1]
}
