import { numberFormatter } from '#core/format/number.ts'
import { truncateLabel } from '#charts/shared/legend/legend.ts'

/** The label types for parts of a whole, by their form data values. */
export const partLabels = [
  'key',
  'value',
  'percent',
  'key_value',
  'key_percent',
  'key_value_percent',
  'value_percent',
] as const

export type PartLabel = (typeof partLabels)[number]

const PARTS: Readonly<Record<PartLabel, readonly ('key' | 'value' | 'percent')[]>> = {
  key: ['key'],
  value: ['value'],
  percent: ['percent'],
  key_value: ['key', 'value'],
  key_percent: ['key', 'percent'],
  key_value_percent: ['key', 'value', 'percent'],
  value_percent: ['value', 'percent'],
}

/** A part to label; its `share` is 0 to 1. */
interface LabeledPart {
  readonly name: string
  readonly value: number
  readonly share: number
}

/** Returns the label of a part, at most `key: value (percent)`. */
export function partText(part: LabeledPart, label: PartLabel, format: string): string {
  const texts = {
    key: truncateLabel(part.name, 32),
    value: numberFormatter(format)(part.value),
    percent: numberFormatter('.3p')(part.share),
  }
  const [first = 'key', second, third] = PARTS[label]
  if (second === undefined) return texts[first]
  const head = `${texts[first]}${first === 'key' ? ':' : ''} ${second === 'percent' && first === 'value' ? `(${texts[second]})` : texts[second]}`
  return third === undefined ? head : `${head} (${texts[third]})`
}
