import { useEffect, useState } from 'react'
import { type ColumnValue, fetchColumnValues } from '#calls/datasets.ts'
import type { ControlContext } from '#controls/control.ts'
import { TimeRangeField } from '#controls/shared/time-range/TimeRangeField.tsx'
import { useColumnExtent } from '#controls/shared/time-range/use-column-extent.tsx'
import type { AdhocFilter, Comparator } from '#core/filter/adhoc-filter.ts'
import { formatNumber } from '#core/format/number.ts'
import { readExactNumber } from '#core/table/exact-number.ts'
import { operators, type FilterSubject } from '#core/filter/operators.ts'
import type { Value } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'
import { subjectName } from './subjects.ts'

export interface ValueInputProps {
  readonly filter: AdhocFilter
  readonly subject: FilterSubject
  readonly context: ControlContext
  readonly onChange: (comparator: Comparator) => void
}

/** Milliseconds after the last key press before values are searched. */
const TYPING = 200

/** Loads values of the column with their counts; if this fails, the user can still type values. */
function useValues(datasetId: number, column: string | undefined, search: string) {
  const [answer, setResponse] = useState<{ of: string; values: readonly ColumnValue[] }>({ of: '', values: [] })
  const question = JSON.stringify([datasetId, column, search])
  useEffect(() => {
    if (column === undefined) return
    const abort = new AbortController()
    const take = (values: readonly ColumnValue[]) => {
      if (!abort.signal.aborted) setResponse({ of: JSON.stringify([datasetId, column, search]), values })
    }
    const ask = () =>
      fetchColumnValues(datasetId, column, { search, limit: LISTED, signal: abort.signal }).then(take, () => take([]))
    const timer = setTimeout(ask, search === '' ? 0 : TYPING)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [datasetId, column, search])
  return { found: answer.values, isLoading: column !== undefined && answer.of !== question }
}

/** Converts text to a value; digits become a number if the column is numeric and a double holds all of them. */
function parse(text: string, subject: FilterSubject): Value | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const isNumeric = subject.type === 'integer' || subject.type === 'number'
  return (isNumeric ? readExactNumber(trimmed) : undefined) ?? trimmed
}

/** The number of values to load; further ones are found by typing. */
const LISTED = 200

/** Returns the number of selected values, and the total if all are listed. */
function countText(chosen: number, listed: number, search: string): string {
  const [some, all] = [chosen, listed].map((count) => formatNumber(',d', count)) as [string, string]
  if (search !== '' || listed === 0) return t('%s chosen', some)
  return listed < LISTED ? t('%s of %s values', some, all) : t('%s of more than %s values', some, all)
}

/** The comparator of a filter: listed or typed values, a time range, or none. */
export function ValueInput({ filter, subject, context, onChange }: ValueInputProps) {
  const [search, setSearch] = useState('')
  const takes = filter.operatorId === null ? 'one' : operators[filter.operatorId].takes
  const isListed = takes === 'one' || takes === 'many'
  // Values of a metric are not in the data.
  const column = isListed && subject.kind === 'column' ? subjectName(filter) : undefined
  const { found, isLoading } = useValues(context.dataset.id, column, search)
  const asks = useColumnExtent(context, subject.kind === 'column' ? subjectName(filter) : undefined)
  if (takes === 'range') {
    const range = typeof filter.comparator === 'string' ? filter.comparator : undefined
    const { calendar } = context.dataset
    const shared = { calendar, ...asks }
    return <TimeRangeField field={{ label: t('Time range') }} value={range} onChange={onChange} {...shared} />
  }
  if (!isListed) return null
  const { comparator } = filter
  const chosen = (Array.isArray(comparator) ? comparator : [comparator ?? null]) as readonly Value[]
  const options = found.map(({ value, count }) => ({
    value,
    label: value === null ? t('<NULL>') : String(value),
    count,
  }))
  return (
    <MultiSelect
      label={takes === 'many' ? t('Values') : t('Value')}
      options={options}
      value={takes === 'many' ? chosen : chosen.filter((value) => value !== null)}
      onChange={(next) => onChange(takes === 'many' ? next : (next.at(-1) ?? null))}
      isSingle={takes === 'one'}
      // Values of a metric are not listed.
      isInline={column !== undefined}
      footer={takes === 'many' ? countText(chosen.length, found.length, search) : undefined}
      isFreeForm
      parse={(text) => parse(text, subject)}
      onSearch={setSearch}
      isLoading={isLoading}
      placeholder={t('Type a value')}
    />
  )
}
