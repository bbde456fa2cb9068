/**
 * Positions of labels among the values of the dimensions `columns`, as sent with a result: `places` by `labelKey`, only
 * for labels in that result.
 */
export interface LabelPositions {
  readonly columns: readonly string[]
  readonly places: Readonly<Record<string, number>>
}

/** The value of a dimension; undefined if it is missing. */
export type LabelValue = string | number | boolean | null | undefined

/** The text of a missing value in a key. */
const NO_VALUE = '<NULL>'

/** Positions of at least this number are hashes; lower ones are ordinal numbers. */
export const FIRST_HASHED_POSITION = 2 ** 24

/** Returns one text for the values that form a label. Server and browser use the same text. */
export function labelKey(values: readonly LabelValue[]): string {
  return values.map((value) => (value === null || value === undefined ? NO_VALUE : String(value))).join(', ')
}

/**
 * Returns 24 bits of the FNV-1a hash over UTF-16 units. It depends on the label only and is the same on every machine.
 */
export function hashOf(label: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < label.length; at++) hash = Math.imul(hash ^ label.charCodeAt(at), 0x01000193)
  return ((hash >>> 8) ^ hash) & (FIRST_HASHED_POSITION - 1)
}

/** Returns the position of a label: from the result, otherwise by its hash. A non-negative integer. */
export function labelPosition(key: string, known: Readonly<Record<string, number>> | undefined): number {
  const colorPosition = known && Object.hasOwn(known, key) ? known[key] : undefined
  return colorPosition ?? FIRST_HASHED_POSITION + hashOf(key)
}

/** A label and its position in the order in which colours are assigned. */
export interface PositionedLabel {
  readonly name: string
  readonly colorPosition: number
}

/** Compares two labels for sorting: by position, and by name if both positions are hashes. */
export function compareLabelPositions(a: PositionedLabel, b: PositionedLabel): number {
  if (a.colorPosition >= FIRST_HASHED_POSITION && b.colorPosition >= FIRST_HASHED_POSITION)
    return collator.compare(a.name, b.name)
  return a.colorPosition - b.colorPosition
}

const collator = new Intl.Collator('en', { numeric: true })

/**
 * Returns the colour of a label: the one set by the dashboard, otherwise the one at its position in the scheme, modulo
 * the length of the scheme. Names are compared without surrounding white space. The colour depends on nothing else, so
 * that a label has the same colour in every chart.
 */
export function colorOf(
  { name, colorPosition }: PositionedLabel,
  colors: readonly string[],
  labelColors: Readonly<Record<string, string>>,
): string {
  return namedColor(name, labelColors) ?? colors[colorPosition % colors.length] ?? NO_COLOR
}

/** The colour for a scheme without colours. */
const NO_COLOR = '#868d9b'

function namedColor(name: string, labelColors: Readonly<Record<string, string>>): string | undefined {
  if (Object.hasOwn(labelColors, name)) return labelColors[name]
  const key = name.trim()
  return Object.entries(labelColors).find(([label]) => label.trim() === key)?.[1]
}
