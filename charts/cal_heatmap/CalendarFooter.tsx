import type { CalendarProps } from './props.ts'
import type { ColorSteps } from '#charts/shared/color-steps.ts'
import { hiddenCellsText } from './texts.ts'
import styles from './View.module.css'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

/** The color legend, and the note about values that are not shown. */
export function CalendarFooter({
  calendar,
  steps,
}: {
  readonly calendar: CalendarProps
  readonly steps: readonly ColorSteps[]
}) {
  const left = hiddenCellsText(calendar)
  const shown = calendar.hasLegend ? calendar.metrics.map((metric, index) => ({ metric, own: steps[index] })) : []
  if (left === '' && shown.length === 0) return null
  return (
    <div className={styles['foot']}>
      {shown.map(({ metric: { name, format }, own }) => {
        const [low] = own?.ends ?? []
        const high = own?.ends.at(-1)
        if (!own || low === undefined || high === undefined) return null
        const write = numberFormatter(format)
        return (
          <div
            key={name}
            className={styles['legend']}
            role="img"
            aria-label={t('Colors from %s to %s', write(low), write(high))}
          >
            {calendar.metrics.length > 1 && <bdi>{name}</bdi>}
            <span>{write(low)}</span>
            <span className={styles['steps']}>
              {own.colors.map((color, index) => (
                <span
                  key={color + String(own.ends[index])}
                  className={styles['step']}
                  style={{ background: color }}
                  title={write(own.ends[index] ?? 0)}
                />
              ))}
            </span>
            <span>{write(high)}</span>
          </div>
        )
      })}
      {left !== '' && <span role="note">{left}</span>}
    </div>
  )
}
