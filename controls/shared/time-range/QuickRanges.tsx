import { useState } from 'react'
import type { RangeParser } from './use-range-parser.tsx'
import { t } from '#core/text/t.ts'
import type { CalendarRecord } from '#core/time/calendar-settings.ts'
import { type Extent, labelLatest } from '#core/time/extent.ts'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'

export interface QuickRangesProps {
  readonly ranges: readonly string[]
  /** The initially selected quick range. */
  readonly range: string
  readonly onChange: (range: string) => void
  readonly extent: Extent | undefined
  readonly calendar: CalendarRecord
  readonly reader: RangeParser | undefined
}

/** Quick ranges, relative to today or to the latest data. */
export function QuickRanges({ ranges, range, onChange, extent, calendar, reader }: QuickRangesProps) {
  const [chosen, setChosen] = useState(range)
  const [base, setBase] = useState<'today' | 'latest'>('today')
  const set = (quick: string, from: typeof base) => {
    setChosen(quick)
    setBase(from)
    const latest = from === 'latest' && extent ? reader?.rangeAtLatest(quick, extent, calendar) : undefined
    onChange(latest ?? quick)
  }
  return (
    <>
      <RadioGroup
        ariaLabel={t('Range')}
        options={ranges.map((each) => ({ value: each, label: t(each) }))}
        value={chosen}
        onChange={(quick) => set(quick, base)}
      />
      {extent && reader && (
        <RadioGroup
          label={t('Relative to')}
          options={[
            { value: 'today', label: t('Today') },
            { value: 'latest', label: t('Latest data (%s)', labelLatest(extent)) },
          ]}
          value={base}
          onChange={(from) => set(chosen, from)}
          isInline
        />
      )}
    </>
  )
}
