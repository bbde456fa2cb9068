import { useRef, useState } from 'react'
import type { QueryExtent, QueryDistribution } from './DataExtent.tsx'
import { TimeRangeEditor } from './TimeRangeEditor.tsx'
import { ControlPopover } from '#controls/shared/ControlPopover.tsx'
import type { FieldTexts } from '#controls/shared/field.ts'
import { type ControlPlacement, placementFor } from '#controls/shared/placement.ts'
import { t } from '#core/text/t.ts'
import type { CalendarRecord } from '#core/time/calendar-settings.ts'
import { formatTimeRange } from '#core/time/label.ts'
import { NO_FILTER } from '#core/time/parse-time-range.ts'
import { isIgnoredRange, rangeWarning } from '#core/time/warning.ts'
import { Field } from '#ui/base/Field.tsx'
import { PillField } from '#ui/input/PillField.tsx'

export interface TimeRangeFieldProps {
  readonly field: Partial<FieldTexts>
  /** The accessible name of a field without a label. */
  readonly name?: string
  readonly value: string | undefined
  readonly onChange: (range: string) => void
  /** Whether the container of the field has found an error in it. */
  readonly isFlagged?: boolean
  /**
   * The calendar of the data; if absent, UTC with weeks from Monday and years from January, and no time zone is shown.
   */
  readonly calendar?: CalendarRecord | undefined
  /** Queries the time extent of the filtered data when the editor opens. */
  readonly fetchExtent?: QueryExtent | undefined
  /** Queries the distribution of rows over time. */
  readonly fetchDistribution?: QueryDistribution | undefined
}

/** A time range as a pill that opens its editor. Closing without APPLY discards changes. */
export function TimeRangeField({ field, name, value, onChange, isFlagged = false, ...rest }: TimeRangeFieldProps) {
  const [placement, setPlacement] = useState<ControlPlacement>()
  const anchor = useRef<HTMLButtonElement>(null)
  const close = () => setPlacement(undefined)
  const open = () => setPlacement(placementFor(anchor.current?.getBoundingClientRect().top ?? 0, window.innerHeight))
  const range = value ?? NO_FILTER
  const spoken = field.label ?? name
  const words = range === NO_FILTER ? t(NO_FILTER) : formatTimeRange(range)
  const warning = isIgnoredRange(range) ? rangeWarning(range) : undefined
  const named = spoken ? `${spoken}: ${words}` : words
  const label = warning ? `${named}. ${warning}` : named
  return (
    <Field {...field} error={isFlagged ? t('Default value is required') : field.error}>
      <PillField
        label={label}
        text={words}
        error={warning}
        isField
        icon="calendar"
        isOpen={placement !== undefined}
        onPress={open}
        ref={anchor}
      />
      {placement !== undefined && (
        <ControlPopover
          label={t('Edit time range')}
          title={t('Edit time range')}
          anchor={anchor}
          placement={placement}
          onClose={close}
        >
          <TimeRangeEditor {...rest} value={value} onApply={onChange} onClose={close} />
        </ControlPopover>
      )}
    </Field>
  )
}
