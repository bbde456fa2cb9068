import styles from './TimeRangeEditor.module.css'
import { customGrains, type EndMode, endModes, parseGrainAmount } from '#core/time/custom-range.ts'
import type { TimeUnit } from '#core/time/unit.ts'
import { t } from '#core/text/t.ts'
import { Calendar } from '#ui/input/Calendar.tsx'
import { DateTimeField } from '#ui/input/DateTimeField.tsx'
import { NumberField } from '#ui/input/NumberField.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Stack } from '#ui/layout/Stack.tsx'

/** One end of a custom range. */
export interface End {
  readonly mode: EndMode
  readonly datetime: string
  readonly grain: TimeUnit
  readonly amount: number
}

export interface CustomEndProps {
  readonly label: string
  /** The direction of an amount: `Before` or `After`. */
  readonly direction: string
  readonly end: End
  /** `YYYY-MM-DD`. */
  readonly today: string
  /** The days of the full range, if both ends are days. */
  readonly days: readonly [start: string, end: string] | undefined
  readonly onChange: (end: End) => void
}

/** A datetime, an amount of time before or after the other end, now, or midnight. */
export function CustomRangeEnd({ label, direction, end, today, days, onChange }: CustomEndProps) {
  return (
    <Stack gap={2}>
      <Select
        label={label}
        options={endModes.map((mode) => ({ value: mode.value, label: t(mode.label) }))}
        value={end.mode}
        onChange={(mode) => onChange({ ...end, mode })}
      />
      {end.mode === 'specific' && (
        <>
          <DateTimeField
            ariaLabel={`${label}: ${t('Specific Date/Time')}`}
            calendarLabel={t('Select a day')}
            granularity="second"
            value={end.datetime}
            onChange={(datetime) => datetime !== undefined && onChange({ ...end, datetime })}
          />
          <div className={styles['calendar']}>
            <Calendar
              label={`${label}: ${t('Day')}`}
              value={end.datetime.slice(0, 10)}
              today={today}
              rangeStart={days?.[0]}
              rangeEnd={days?.[1]}
              onChange={(day) => onChange({ ...end, datetime: `${day}T${end.datetime.slice(11) || '00:00:00'}` })}
            />
          </div>
        </>
      )}
      {end.mode === 'relative' && (
        <div className={styles['amount']}>
          <NumberField
            ariaLabel={`${label}: ${t('Relative quantity')}`}
            min={1}
            value={end.amount}
            onChange={(amount) => onChange({ ...end, amount: parseGrainAmount(amount) })}
            hasSteppers
          />
          <Select
            ariaLabel={`${label}: ${t('Relative period')}`}
            options={customGrains.map((grain) => ({
              value: grain,
              label: t(`${grain[0]?.toUpperCase()}${grain.slice(1)}s %s`, direction),
            }))}
            value={end.grain}
            onChange={(grain) => onChange({ ...end, grain })}
            isSearchable={false}
          />
        </div>
      )}
    </Stack>
  )
}
