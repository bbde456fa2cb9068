import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react'
import { useFormatLocale } from '#ui/tokens/format-locale.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import styles from './Calendar.module.css'
import { addMonths, dayAfterKey, dayNumber, weeksOf } from './civil-day.ts'
import { useDraft } from './draft.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { classNames } from '#ui/tokens/class-names.ts'

interface CalendarDayProps {
  readonly day: string
  readonly name: string
  readonly isSelected: boolean
  readonly isInRange: boolean
  readonly isOutside: boolean
  readonly isToday: boolean
  readonly isTabStop: boolean
  readonly onSelect: () => void
}

function CalendarDay(props: CalendarDayProps) {
  const { day, name, isSelected, isInRange, isOutside, isToday, isTabStop, onSelect } = props
  return (
    <td aria-selected={isSelected} className={classNames(isInRange && styles.inRange)}>
      <button
        type="button"
        data-day={day}
        aria-label={name}
        aria-current={isToday ? 'date' : undefined}
        tabIndex={isTabStop ? 0 : -1}
        className={classNames(
          styles.day,
          isSelected && styles.selected,
          isOutside && styles.outside,
          isToday && styles.today,
        )}
        onClick={onSelect}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
}

export interface CalendarProps {
  readonly label: string
  /** `YYYY-MM-DD`, like all days here. */
  readonly value: string | undefined
  readonly onChange: (day: string) => void
  /** A highlighted range: start inclusive, end exclusive. */
  readonly rangeStart?: string | undefined
  readonly rangeEnd?: string | undefined
  readonly today?: string | undefined
  /** The initial month, `YYYY-MM`. */
  readonly month?: string | undefined
  readonly locale?: string | undefined
  readonly weekStart?: 0 | 1 | undefined
}

const MS_PER_DAY = 86_400_000
/** The day number of 1970-01-05. */
const FIRST_MONDAY = 4
const dateOf = (day: string) => new Date((dayNumber(day) ?? 0) * MS_PER_DAY)

function useFormats(locale: string) {
  return useMemo(() => {
    const of = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' })
    return {
      month: of({ month: 'long', year: 'numeric' }),
      day: of({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
      short: of({ weekday: 'short' }),
      wide: of({ weekday: 'long' }),
    }
  }, [locale])
}

interface MonthProps extends CalendarProps {
  readonly titleId: string
  readonly formats: ReturnType<typeof useFormats>
  readonly active: string
  readonly onActive: (day: string) => void
}

function Month(props: MonthProps) {
  const { value, rangeStart, rangeEnd, weekStart = 1, formats, active, onActive } = props
  const table = useRef<HTMLTableElement>(null)
  const isMoving = useRef(false)
  const month = active.slice(0, 7)
  const weeks = useMemo(() => weeksOf(month, weekStart), [month, weekStart])
  useEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    table.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus()
  }, [active])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, event.shiftKey, active, weekStart)
    if (next === undefined) return
    event.preventDefault()
    isMoving.current = true
    onActive(next)
  }
  const isInRange = (day: string) =>
    rangeStart !== undefined && rangeEnd !== undefined && day >= rangeStart && day < rangeEnd
  const day = (each: string) => (
    <CalendarDay
      key={each}
      day={each}
      name={formats.day.format(dateOf(each))}
      isSelected={each === value}
      isInRange={isInRange(each)}
      isOutside={!each.startsWith(month)}
      isToday={each === props.today}
      isTabStop={each === active}
      onSelect={() => {
        onActive(each)
        props.onChange(each)
      }}
    />
  )
  const weekdays = Array.from(
    { length: 7 },
    (_, index) => new Date((FIRST_MONDAY - 1 + weekStart + index) * MS_PER_DAY),
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- arrow keys move the focus, as in a grid
    <table ref={table} role="grid" aria-labelledby={props.titleId} className={styles.month} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {weekdays.map((each) => (
            <th key={each.getTime()} scope="col" abbr={formats.wide.format(each)}>
              {formats.short.format(each).slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>{week.map(day)}</tr>
        ))}
      </tbody>
    </table>
  )
}

export function Calendar(props: CalendarProps) {
  const { label, value, month, today, rangeStart } = props
  const locale = useFormatLocale()
  const texts = useTexts()
  const titleId = useId()
  const formats = useFormats(props.locale ?? locale)
  const [active, setActive] = useDraft(value ?? (month ? `${month}-01` : (today ?? rangeStart ?? '2000-01-01')))
  const turn = (months: number) => setActive(addMonths(active, months))
  return (
    <div className={styles.calendar} role="group" aria-label={label}>
      <div className={styles.head}>
        <IconButton icon="chevron-left" size="sm" label={texts.previousMonth} onPress={() => turn(-1)} />
        <span id={titleId} className={styles.title} aria-live="polite">
          {formats.month.format(dateOf(active))}
        </span>
        <IconButton icon="chevron-right" size="sm" label={texts.nextMonth} onPress={() => turn(1)} />
      </div>
      <Month {...props} titleId={titleId} formats={formats} active={active} onActive={setActive} />
    </div>
  )
}
