import { useMemo, useState } from 'react'
import { t } from '#core/text/t.ts'
import { calendarRecord, calendarSettings } from '#core/time/calendar-settings.ts'
import { isTimeError } from '#core/time/time-error.ts'
import { labelBounds } from '#core/time/label.ts'
import { parseTimeRange } from '#core/time/parse-time-range.ts'
import { resolveTimeRange } from '#core/time/resolve-time-range.ts'
import { Select } from '#ui/input/Select.tsx'
import styles from './CalendarFields.module.css'
import { readExtra, withExtra } from './extra-setting.ts'

/** Time ranges that show the effect of each setting. */
const EXAMPLES = ['Last day', 'previous calendar week', 'previous calendar year']

/** Returns `count` localized names, starting at the day `dayOf(0)`; days are in UTC. */
function names(count: number, dayOf: (at: number) => number, format: Intl.DateTimeFormatOptions) {
  const print = new Intl.DateTimeFormat('en-US', { ...format, timeZone: 'UTC' })
  return Array.from({ length: count }, (_, at) => ({ value: at + 1, label: print.format(dayOf(at)) }))
}

// 1 January 2001 was a Monday.
const weekdays = names(7, (at) => Date.UTC(2001, 0, 1 + at), { weekday: 'long' })
const months = names(12, (at) => Date.UTC(2001, at, 1), { month: 'long' })

/** Returns the time zones by name, plus UTC, which browsers do not list. */
function zones() {
  const all = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
  return all.map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}

/** The resolved example ranges under these calendar settings at `now`, epoch milliseconds. */
function Examples({ extra, now }: { readonly extra: string; readonly now: number }) {
  const clock = { now, ...calendarSettings(extra) }
  const shown = EXAMPLES.map((range) => {
    const parsed = parseTimeRange(range)
    const bounds = isTimeError(parsed) ? parsed : resolveTimeRange(parsed, clock)
    return { range, text: isTimeError(bounds) ? bounds.message : labelBounds(bounds) }
  })
  return (
    <dl className={styles['examples']} aria-label={t('What ranges mean then')} aria-live="polite">
      {shown.map(({ range, text }) => (
        <div key={range}>
          <dt>{t(range)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

interface Props {
  /** JSON text of the settings that contain the calendar. */
  readonly extra: string
  readonly onChange: (extra: string) => void
}

/** The calendar settings of a dataset, stored in `extra` under their wire names. */
export function CalendarFields({ extra, onChange }: Props) {
  const [now] = useState(() => Date.now())
  const all = useMemo(zones, [])
  const isBroken = readExtra(extra) === undefined
  const { time_zone, week_start, fiscal_year_start } = calendarRecord(extra)
  const field = (name: string) => ({
    isDisabled: isBroken,
    isClearable: true,
    onChange: (value: string | number) => onChange(withExtra(extra, name, value)),
    onClear: () => onChange(withExtra(extra, name, undefined)),
  })
  return (
    <fieldset className={styles['calendar']}>
      <legend>{t('Calendar')}</legend>
      <p>{isBroken ? t('Extra is not a JSON object') : t('How days, weeks and years are counted in time ranges')}</p>
      <div className={styles['fields']}>
        <Select<string>
          label={t('Time zone')}
          placeholder={t('UTC')}
          options={all}
          value={time_zone}
          {...field('time_zone')}
        />
        <Select<number>
          label={t('Weeks begin on')}
          placeholder={t('Monday')}
          options={weekdays.map((day) => ({ ...day, label: t(day.label) }))}
          value={week_start}
          {...field('week_start')}
        />
        <Select<number>
          label={t('Years begin in')}
          placeholder={t('January')}
          options={months.map((month) => ({ ...month, label: t(month.label) }))}
          value={fiscal_year_start}
          isSearchable={false}
          {...field('fiscal_year_start')}
        />
      </div>
      <Examples extra={extra} now={now} />
    </fieldset>
  )
}
