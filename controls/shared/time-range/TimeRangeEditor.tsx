import { useContext, useEffect, useState } from 'react'
import { AdvancedEditor } from './AdvancedEditor.tsx'
import { type QueryExtent, type QueryDistribution, useExtent } from './DataExtent.tsx'
import { CustomRangeEditor } from './CustomRangeEditor.tsx'
import { draftOf } from './draft.ts'
import type { Preview, SideError } from './preview.ts'
import { QuickRanges } from './QuickRanges.tsx'
import { RangeComparisonContext } from './range-comparison.tsx'
import { RangeFooter } from './RangeFooter.tsx'
import styles from './TimeRangeEditor.module.css'
import { type TypedDraft, TypedRangeField } from './TypedRangeField.tsx'
import { type RangeParser, useRangeParser } from './use-range-parser.tsx'
import { t } from '#core/text/t.ts'
import type { CalendarRecord } from '#core/time/calendar-settings.ts'
import type { Extent } from '#core/time/extent.ts'
import { calendarRanges, commonRanges, type RangeKind, rangeKind, rangeKinds } from '#core/time/range-kind.ts'
import { NO_FILTER } from '#core/time/parse-time-range.ts'
import { rangeWarning } from '#core/time/warning.ts'
import { dayInZone } from '#core/time/zones.ts'
import { Select } from '#ui/input/Select.tsx'
import { type RangeValidation, type RangeResponse, validateRange } from './range-validation.ts'
import { resolveRange } from '#calls/time-ranges.ts'
import { FAST_DEBOUNCE } from '#controls/shared/delays.ts'

/** Validates the draft on the server after each change; returns the preview until the response arrives. */
function useRangeValidation(range: string, preview: Preview | undefined, calendar: CalendarRecord): RangeValidation {
  const [answer, setResponse] = useState<RangeResponse>()
  const key = JSON.stringify(calendar)
  useEffect(() => {
    if (range.trim() === '') return
    const abort = new AbortController()
    const take = (next: RangeResponse) => {
      if (!abort.signal.aborted) setResponse(next)
    }
    const ask = () =>
      resolveRange(range, JSON.parse(key) as CalendarRecord, abort.signal).then(
        (bounds) => take({ range, bounds }),
        (cause: unknown) => take({ range, fault: cause instanceof Error ? cause.message : String(cause) }),
      )
    const timer = setTimeout(ask, FAST_DEBOUNCE)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [range, key])
  return validateRange(range, answer, preview)
}

export interface TimeRangeEditorProps {
  readonly value: string | undefined
  readonly onApply: (range: string) => void
  readonly onClose: () => void
  /** The calendar of the data; undefined if it is unknown or the datasets have different ones. */
  readonly calendar?: CalendarRecord | undefined
  readonly fetchExtent?: QueryExtent | undefined
  readonly fetchDistribution?: QueryDistribution | undefined
}

const defaultCalendar: CalendarRecord = {}

interface PageProps {
  readonly kind: RangeKind
  readonly range: string
  readonly today: string
  readonly fault: SideError | undefined
  readonly onChange: (range: string) => void
  readonly extent: Extent | undefined
  readonly calendar: CalendarRecord
  readonly reader: RangeParser | undefined
  /** The number of typed ranges: each of them selects a quick range anew. */
  readonly typedCount: number
}

/** The editor of the selected range type. */
function Page({ kind, range, today, fault, onChange, typedCount, ...quick }: PageProps) {
  if (kind === 'Custom') return <CustomRangeEditor range={range} today={today} onChange={onChange} />
  if (kind === 'Advanced') return <AdvancedEditor range={range} fault={fault} onChange={onChange} />
  if (kind === 'No filter') return null
  const ranges: readonly string[] = kind === 'Common' ? commonRanges : calendarRanges
  return <QuickRanges key={`${kind} ${typedCount}`} ranges={ranges} range={range} onChange={onChange} {...quick} />
}

/** Keeps the draft of a range, its kind and the typed text. A range that is edited below replaces the typed one. */
function useRangeDraft(initial: string, today: ReturnType<typeof dayInZone>) {
  const [range, setRange] = useState(initial)
  const [kind, setKind] = useState<RangeKind>(() => rangeKind(range))
  const [typed, setTyped] = useState<TypedDraft>({ text: '' })
  const [typedCount, setTypedCount] = useState(0)
  const edit = (next: string) => {
    setTyped({ text: '' })
    setRange(next)
  }
  const chooseKind = (next: RangeKind) => {
    setKind(next)
    edit(draftOf(next, range, today))
  }
  const type = (draft: TypedDraft) => {
    setTyped(draft)
    if (!draft.range) return
    setTypedCount(typedCount + 1)
    setRange(draft.range.range)
    setKind(rangeKind(draft.range.range))
  }
  return { range, kind, typed, typedCount, edit, chooseKind, type }
}

/** Edits a draft of a time range; only APPLY commits it. */
export function TimeRangeEditor({ value, onApply, onClose, calendar: known, ...asks }: TimeRangeEditorProps) {
  const calendar = known ?? defaultCalendar
  const [now] = useState(() => Date.now())
  const today = dayInZone(now, calendar.time_zone)
  const { range, kind, typed, typedCount, edit, chooseKind, type } = useRangeDraft(value ?? NO_FILTER, today)
  const reader = useRangeParser()
  const validation = useRangeValidation(range, reader?.previewOf(range, now, calendar), calendar)
  const extent = useExtent(asks.fetchExtent)
  const compare = useContext(RangeComparisonContext)
  const isValid = validation.isValid && typed.error === undefined
  const apply = () => {
    onApply(range)
    if (typed.range?.comparison) compare?.(typed.range.comparison)
    onClose()
  }
  return (
    <div className={styles['body']}>
      <TypedRangeField draft={typed} reader={reader} onChange={type} onEnter={() => isValid && apply()} />
      <Select
        label={t('RANGE TYPE')}
        options={rangeKinds.map((each) => ({ value: each.value, label: t(each.label) }))}
        value={kind}
        onChange={chooseKind}
      />
      <Page
        kind={kind}
        range={range}
        today={today}
        fault={reader?.sideError(range, now, calendar)}
        onChange={edit}
        extent={extent}
        calendar={calendar}
        reader={reader}
        typedCount={typedCount}
      />
      <RangeFooter
        validation={{ ...validation, isValid }}
        warning={rangeWarning(range)}
        zone={known && (known.time_zone ?? 'UTC')}
        extent={extent}
        fetchDistribution={asks.fetchDistribution}
        onCancel={onClose}
        onApply={apply}
      />
    </div>
  )
}
