import type { BigNumberProps } from './props.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { figureText } from '#charts/shared/figure/figure.ts'
import { t } from '#core/text/t.ts'

const percent = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })

/**
 * What the figure is against the same at another time: the change with its sign and arrow, and what it was. Undefined
 * where it is not compared.
 */
export function changeText(props: BigNumberProps): string | undefined {
  const { before } = props
  if (before === undefined) return undefined
  const was = figureText({ ...props, value: before.value })
  if (was === '') return t('Nothing before to compare with')
  const [now, then] = [toNumber(props.value), toNumber(before.value)]
  if (props.isTime || now === null || then === null || then === 0) return t('before: %s', was)
  const change = (100 * (now - then)) / Math.abs(then)
  if (change === 0) return t('= as before, %s', was)
  const size = percent.format(Math.abs(change))
  return change > 0 ? t('↑ +%s\u2009%, before %s', size, was) : t('↓ −%s\u2009%, before %s', size, was)
}
