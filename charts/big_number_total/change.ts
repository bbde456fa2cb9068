import type { BigNumberProps } from './props.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { figureText } from '#charts/shared/figure/figure.ts'
import { t } from '#core/text/t.ts'

/** A text this short below a figure is its unit. */
const UNIT_LETTERS = 4
const percent = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })

/**
 * What the figure is against the same at another time: the change with its sign and arrow, and what it was. Undefined
 * where it is not compared.
 */
export function changeText(props: BigNumberProps): string | undefined {
  const { before } = props
  if (before === undefined) return undefined
  const text = figureText({ ...props, value: before.value })
  if (text === '') return t('Nothing before to compare with')
  const { subheader: unit } = props
  const was = unit !== '' && unit.length <= UNIT_LETTERS ? `${text}\u2009${unit}` : text
  const [now, then] = [toNumber(props.value), toNumber(before.value)]
  if (props.isTime || now === null || then === null || then === 0) return t('before: %s', was)
  // Of shares the difference is told, in points.
  const isShare = props.format.endsWith('%')
  const change = isShare ? 100 * (now - then) : (100 * (now - then)) / Math.abs(then)
  if (change === 0) return t('= as before, %s', was)
  const size = percent.format(Math.abs(change))
  if (isShare) return change > 0 ? t('↑ +%s pts, before %s', size, was) : t('↓ −%s pts, before %s', size, was)
  return change > 0 ? t('↑ +%s\u2009%, before %s', size, was) : t('↓ −%s\u2009%, before %s', size, was)
}
