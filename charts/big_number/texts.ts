import type { BigNumberPoint, TrendProps } from './props.ts'
import { changeText } from '#charts/shared/figure/overall.ts'
import { figureText } from '#charts/shared/figure/figure.ts'
import { instantName } from '#charts/shared/tooltip/instant-name.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

/** The name of a moment. */
export function momentName({ timeFormat, grain }: TrendProps, at: number): string {
  return instantName(at, timeFormat, grain)
}

/** The value of a moment, written as the number is. */
export function valueText(props: TrendProps, { value }: BigNumberPoint): string {
  return figureText({ ...props, value }) || '–'
}

const signed = numberFormatter('+,.1%')

/**
 * What stands below the number: how it has changed, else its own text, then of which period it is. A period that is not
 * whole says so.
 */
export function lines(props: TrendProps): string[] {
  const { change, at, isOpen, showsInstant, suffix } = props
  const name = at === null ? '' : momentName(props, at)
  const first = changeText(props) ?? (change === null ? props.subheader : `${signed(change)} ${suffix}`.trim())
  return [
    ...(first === '' ? [] : [first]),
    ...(at === null || !(showsInstant || isOpen) ? [] : [isOpen ? t('%s, incomplete', name) : name]),
  ]
}

/** One line that says what the trend line shows. */
export function trendSummary(props: TrendProps): string {
  const known = props.moments.filter(({ value }) => value !== null)
  const [first] = known
  const last = known.at(-1)
  if (!first || !last) return t('Chart without values')
  const highest = known.reduce((most, each) => (Number(each.value) > Number(most.value) ? each : most))
  const lowest = known.reduce((least, each) => (Number(each.value) < Number(least.value) ? each : least))
  const told = (each: BigNumberPoint) => t('%s at %s', valueText(props, each), momentName(props, each.at))
  return t(
    '%s: first %s, last %s, highest %s, lowest %s',
    props.label,
    told(first),
    told(last),
    told(highest),
    told(lowest),
  )
}
