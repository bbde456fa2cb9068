import { classNames } from '#ui/tokens/class-names.ts'
import styles from './Calendar.module.css'

export interface CalendarDayProps {
  readonly day: string
  readonly name: string
  readonly isSelected: boolean
  readonly isInRange: boolean
  readonly isOutside: boolean
  readonly isToday: boolean
  readonly isTabStop: boolean
  readonly onPick: () => void
}

export function CalendarDay(props: CalendarDayProps) {
  const { day, name, isSelected, isInRange, isOutside, isToday, isTabStop, onPick } = props
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
        onClick={onPick}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
}
