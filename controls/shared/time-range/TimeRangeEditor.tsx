import { useState, useEffect } from 'react'
import { AdvancedEditor } from './AdvancedEditor.tsx'
import type { AskExtent, AskSpread } from './Covered.tsx'
import { CustomRangeEditor } from './CustomRangeEditor.tsx'
import { draftOf } from './draft.ts'
import type { SideFault, previewOf, sideFault, Preview } from './preview.ts'
import { RangeFoot } from './RangeFoot.tsx'
import styles from './TimeRangeEditor.module.css'
import { t } from '#core/text/t.ts'
import type { CalendarRecord } from '#core/time/calendar-settings.ts'
import { calendarRanges, commonRanges, type RangeKind, rangeKind, rangeKinds } from '#core/time/range-kind.ts'
import { NO_FILTER } from '#core/time/parse.ts'
import { rangeWarning } from '#core/time/warning.ts'
import { dayInZone } from '#core/time/zones.ts'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { Select } from '#ui/input/Select.tsx'
import { type Verdict, type RangeAnswer, verdictOf } from './verdict.ts'
import { resolveRange } from '#calls/time-ranges.ts'
import { FAST_DEBOUNCE } from '#controls/shared/delays.ts'

/** Validates the draft on the server after each change; returns the preview until the response arrives. */
function useVerdict(range: string, preview: Preview | undefined, calendar: CalendarRecord): Verdict {
  const [answer, setAnswer] = useState<RangeAnswer>()
  const key = JSON.stringify(calendar)
  useEffect(() => {
    if (range.trim() === '') return
    const abort = new AbortController()
    const take = (next: RangeAnswer) => {
      if (!abort.signal.aborted) setAnswer(next)
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
  return verdictOf(range, answer, preview)
}

/** The time range parser in the browser. */
interface Reader {
  readonly previewOf: typeof previewOf
  readonly sideFault: typeof sideFault
}

let fetched: Reader | undefined

/**
 * Returns the time range parser, loaded on first use because its calendars are large; undefined until then. After a
 * failure the preview is omitted, and the next use tries again; the server result is authoritative.
 */
function useReader(): Reader | undefined {
  const [, setFetched] = useState(fetched)
  useEffect(() => {
    if (fetched) return
    import('./preview.ts').then(
      (module) => {
        fetched = module
        setFetched(module)
      },
      () => {},
    )
  }, [])
  return fetched
}

export interface TimeRangeEditorProps {
  readonly value: string | undefined
  readonly onApply: (range: string) => void
  readonly onClose: () => void
  /** The calendar of the data; undefined if it is unknown or the datasets have different ones. */
  readonly calendar?: CalendarRecord | undefined
  readonly askExtent?: AskExtent | undefined
  readonly askSpread?: AskSpread | undefined
}

const plain: CalendarRecord = {}

interface PageProps {
  readonly kind: RangeKind
  readonly range: string
  readonly today: string
  readonly fault: SideFault | undefined
  readonly onChange: (range: string) => void
}

/** The editor of the selected range type. */
function Page({ kind, range, today, fault, onChange }: PageProps) {
  if (kind === 'Custom') return <CustomRangeEditor range={range} today={today} onChange={onChange} />
  if (kind === 'Advanced') return <AdvancedEditor range={range} fault={fault} onChange={onChange} />
  if (kind === 'No filter') return null
  const ranges: readonly string[] = kind === 'Common' ? commonRanges : calendarRanges
  return (
    <RadioGroup
      ariaLabel={t('Range')}
      options={ranges.map((each) => ({ value: each, label: t(each) }))}
      value={range}
      onChange={onChange}
    />
  )
}

/** Edits a draft of a time range; only APPLY commits it. */
export function TimeRangeEditor({ value, onApply, onClose, calendar: known, ...asks }: TimeRangeEditorProps) {
  const calendar = known ?? plain
  const [now] = useState(() => Date.now())
  const [range, setRange] = useState(value ?? NO_FILTER)
  const [kind, setKind] = useState<RangeKind>(() => rangeKind(range))
  const today = dayInZone(now, calendar.time_zone)
  const reader = useReader()
  const verdict = useVerdict(range, reader?.previewOf(range, now, calendar), calendar)
  const chooseKind = (next: RangeKind) => {
    setKind(next)
    setRange(draftOf(next, range, today))
  }
  return (
    <div className={styles['body']}>
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
        fault={reader?.sideFault(range, now, calendar)}
        onChange={setRange}
      />
      <RangeFoot
        verdict={verdict}
        warning={rangeWarning(range)}
        zone={known && (known.time_zone ?? 'UTC')}
        askExtent={asks.askExtent}
        askSpread={asks.askSpread}
        onCancel={onClose}
        onApply={() => {
          onApply(range)
          onClose()
        }}
      />
    </div>
  )
}
