import styles from './SimplePage.module.css'
import { type AdvancedValidation, offeredOperators, tableName } from './operators.ts'
import {
  filterSubjectOf,
  filterableMetrics,
  metricSubjectOf,
  readSubjectKey,
  subjectKey,
  subjectName,
  subjectOf,
  subjectOptions,
} from './subjects.ts'
import { ValueInput } from './ValueInput.tsx'
import type { ControlContext } from '#controls/control.ts'
import type { AdhocFilter } from '#core/filter/adhoc-filter.ts'
import { withOperator, withSubject } from '#core/filter/edit-filter.ts'
import { withMetricSql } from '#core/filter/metric-filter.ts'
import { operators } from '#core/filter/operators.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Select } from '#ui/input/Select.tsx'
import { TextsContext, useTexts } from '#ui/tokens/texts.ts'
import type { TableSource } from '#calls/table-extra.ts'
import { useState, useEffect } from 'react'
import { readPartitions } from './partitions.tsx'

const noOptions: readonly string[] = []

/** Returns the partition columns of a table; empty for virtual datasets, for which nothing is requested. */
function usePartitions(source: TableSource | undefined): readonly string[] {
  const [columns, setColumns] = useState(noOptions)
  const question = source === undefined ? '' : JSON.stringify(source)
  useEffect(() => {
    if (question === '') return
    const abort = new AbortController()
    void readPartitions(JSON.parse(question) as TableSource, abort.signal).then((found) => {
      if (!abort.signal.aborted) setColumns(found)
    })
    return () => abort.abort()
  }, [question])
  return question === '' ? noOptions : columns
}

export interface SimplePageProps {
  readonly filter: AdhocFilter
  readonly context: ControlContext
  readonly advanced: AdvancedValidation | undefined
  readonly onChange: (filter: AdhocFilter) => void
}

/** The subject (column or metric), operator and comparator of a filter. */
export function SimplePage({ filter, context, advanced, onChange }: SimplePageProps) {
  const texts = useTexts()
  const partitions = usePartitions(context.dataset.source)
  const name = subjectName(filter)
  const subject = filterSubjectOf(filter, context, partitions)
  const hasMetrics = filterableMetrics(context).length > 0
  const set = (next: AdhocFilter, of = subject) => onChange(of ? withMetricSql(next, of) : next)
  const choose = (key: string) => {
    const { kind, name: chosen } = readSubjectKey(key)
    const metric = kind === 'metric' ? metricSubjectOf(chosen, context) : undefined
    const of = metric ?? subjectOf(chosen, context, partitions)
    const next = withSubject(filter, chosen, of)
    set(next.operatorId === null ? withOperator(next, metric ? 'GREATER_THAN' : 'IN') : next, of)
  }
  const offered = subject ? offeredOperators(subject, advanced) : []
  const noResults = t('No such column found. To filter on a metric, try the Custom SQL tab.')
  return (
    <>
      <div className={styles['against']}>
        <TextsContext value={{ ...texts, noResults }}>
          <Select
            label={hasMetrics ? t('Column or metric') : t('Column')}
            options={subjectOptions(context)}
            value={subject && name !== undefined ? subjectKey(subject.kind, name) : undefined}
            onChange={choose}
            placeholder={
              hasMetrics ? t('Select a column or a metric') : t('To filter on a metric, use Custom SQL tab.')
            }
            isSearchable
          />
        </TextsContext>
        <Select
          label={t('Operator')}
          options={offered.map((id) => ({ value: id, label: t(operators[id].label) }))}
          value={filter.operatorId ?? undefined}
          onChange={(id) => set(withOperator(filter, id, tableName(context)))}
          placeholder={t('Select an operator')}
          isDisabled={!subject}
          isSearchable={false}
        />
      </div>
      {subject && (
        <ValueInput
          filter={filter}
          subject={subject}
          context={context}
          onChange={(comparator) => set({ ...filter, comparator })}
        />
      )}
      {advanced && advanced.error !== '' && <Banner tone="danger">{advanced.error}</Banner>}
      {advanced && advanced.error === '' && advanced.text !== '' && <Banner>{advanced.text}</Banner>}
    </>
  )
}
