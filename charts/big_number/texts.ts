import type { BigNumberPoint, TrendProps } from './props.ts'
import { changeText } from '#charts/shared/figure/overall-value.ts'
import { figureText } from '#charts/shared/figure/figure.ts'
import { instantName } from '#charts/shared/tooltip/instant-name.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

/** Formats the timestamp of a point. */
export function pointTimeText({ timeFormat, grain }: TrendProps, at: number): string {
  return instantName(at, timeFormat, grain)
}

/** Formats the value of a point in the format of the number. */
export function valueText(props: TrendProps, { value }: BigNumberPoint): string {
  return figureText({ ...props, value }) || '–'
}

const signedPercent = numberFormatter('+,.1%')

/**
 * Returns the lines of text below the number: its change, or else its subheader; then its period. An incomplete period
 * is marked as such.
 */
export function footerLines(props: TrendProps): string[] {
  const { change, at, isOpen, showsInstant, suffix } = props
  const name = at === null ? '' : pointTimeText(props, at)
  const first = changeText(props) ?? (change === null ? props.subheader : `${signedPercent(change)} ${suffix}`.trim())
  return [
    ...(first === '' ? [] : [first]),
    ...(at === null || !(showsInstant || isOpen) ? [] : [isOpen ? t('%s, incomplete', name) : name]),
  ]
}

/** Returns a one-line summary of the trend line. */
export function trendSummary(props: TrendProps): string {
  const known = props.moments.filter(({ value }) => value !== null)
  const [first] = known
  const last = known.at(-1)
  if (!first || !last) return t('Chart without values')
  const highest = known.reduce((most, each) => (Number(each.value) > Number(most.value) ? each : most))
  const lowest = known.reduce((least, each) => (Number(each.value) < Number(least.value) ? each : least))
  const reported = (each: BigNumberPoint) => t('%s at %s', valueText(props, each), pointTimeText(props, each.at))
  return t(
    '%s: first %s, last %s, highest %s, lowest %s',
    props.label,
    reported(first),
    reported(last),
    reported(highest),
    reported(lowest),
  )
}
