import { CustomRangeEnd, type End } from './CustomRangeEnd.tsx'
import styles from './TimeRangeEditor.module.css'
import { type CustomRange, defaultCustomRange, printCustomRange, readCustomRange } from '#core/time/custom-range.ts'
import { t } from '#core/text/t.ts'
import { DateTimeField } from '#ui/input/DateTimeField.tsx'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { Stack } from '#ui/layout/Stack.tsx'

export interface CustomRangeEditorProps {
  readonly range: string
  /** `YYYY-MM-DD`. */
  readonly today: string
  readonly onChange: (range: string) => void
}

const anchorOptions = () => [
  { value: 'now' as const, label: t('NOW') },
  { value: 'specific' as const, label: t('Date/Time') },
]

const endsOf = (custom: CustomRange): { readonly since: End; readonly until: End } => ({
  since: {
    mode: custom.sinceMode,
    datetime: custom.sinceDatetime,
    grain: custom.sinceGrain,
    amount: custom.sinceGrainValue,
  },
  until: {
    mode: custom.untilMode,
    datetime: custom.untilDatetime,
    grain: custom.untilGrain,
    amount: custom.untilGrainValue,
  },
})

/** Start and end of a custom range, and the anchor of relative ends. */
export function CustomRangeEditor({ range, today, onChange }: CustomRangeEditorProps) {
  const custom = readCustomRange(range, today) ?? defaultCustomRange(today)
  const set = (change: Partial<CustomRange>) => onChange(printCustomRange({ ...custom, ...change }))
  const { since, until } = endsOf(custom)
  const setSince = ({ mode, datetime, grain, amount }: End) =>
    set({ sinceMode: mode, sinceDatetime: datetime, sinceGrain: grain, sinceGrainValue: amount })
  const setUntil = ({ mode, datetime, grain, amount }: End) =>
    set({ untilMode: mode, untilDatetime: datetime, untilGrain: grain, untilGrainValue: amount })
  const isAnchored = since.mode === 'relative' && until.mode === 'relative'
  const isDated = since.mode === 'specific' && until.mode === 'specific'
  const days = isDated ? ([since.datetime.slice(0, 10), until.datetime.slice(0, 10)] as const) : undefined
  const shown = { today, days }
  const anchor = custom.anchorMode === 'specific' ? custom.anchorValue : undefined
  return (
    <Stack gap={3}>
      <div className={styles['ends']}>
        <CustomRangeEnd
          label={t('START (INCLUSIVE)')}
          direction={t('Before')}
          end={since}
          onChange={setSince}
          {...shown}
        />
        <CustomRangeEnd
          label={t('END (EXCLUSIVE)')}
          direction={t('After')}
          end={until}
          onChange={setUntil}
          {...shown}
        />
      </div>
      {isAnchored && (
        <RadioGroup
          label={t('Anchor to')}
          options={anchorOptions()}
          value={custom.anchorMode}
          onChange={(mode) => set({ anchorMode: mode, anchorValue: mode === 'now' ? 'now' : `${today}T00:00:00` })}
          isInline
        />
      )}
      {isAnchored && anchor !== undefined && (
        <DateTimeField
          ariaLabel={t('Anchor to')}
          calendarLabel={t('Select a day')}
          granularity="second"
          value={anchor}
          onChange={(value) => value !== undefined && set({ anchorMode: 'specific', anchorValue: value })}
        />
      )}
    </Stack>
  )
}
