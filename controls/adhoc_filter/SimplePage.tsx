import { type AdvancedVerdict, offeredOperators, tableName } from './operators.ts'
import { subjectName, subjectOf, subjectOptions } from './subjects.ts'
import { usePartitions } from './use-partitions.tsx'
import { ValueInput } from './ValueInput.tsx'
import type { ControlContext } from '#controls/control.ts'
import type { AdhocFilter } from '#core/filter/adhoc-filter.ts'
import { withOperator, withSubject } from '#core/filter/edit.ts'
import { operators } from '#core/filter/operators.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Select } from '#ui/input/Select.tsx'
import { TextsContext, useTexts } from '#ui/tokens/texts.ts'

export interface SimplePageProps {
  readonly filter: AdhocFilter
  readonly context: ControlContext
  readonly advanced: AdvancedVerdict | undefined
  readonly onChange: (filter: AdhocFilter) => void
}

/** A column, an operator, and what it is compared with. */
export function SimplePage({ filter, context, advanced, onChange }: SimplePageProps) {
  const texts = useTexts()
  const partitions = usePartitions(context.dataset.source)
  const name = subjectName(filter)
  const subject = name === undefined ? undefined : subjectOf(name, context, partitions)
  const choose = (column: string) => {
    const next = withSubject(filter, column, subjectOf(column, context, partitions))
    onChange(next.operatorId === null ? withOperator(next, 'IN') : next)
  }
  const offered = subject ? offeredOperators(subject, advanced) : []
  const noResults = t('No such column found. To filter on a metric, try the Custom SQL tab.')
  return (
    <>
      <TextsContext value={{ ...texts, noResults }}>
        <Select
          label={t('Column')}
          options={subjectOptions(context)}
          value={name}
          onChange={choose}
          placeholder={t('To filter on a metric, use Custom SQL tab.')}
          isSearchable
        />
      </TextsContext>
      <Select
        label={t('Operator')}
        options={offered.map((id) => ({ value: id, label: t(operators[id].label) }))}
        value={filter.operatorId ?? undefined}
        onChange={(id) => onChange(withOperator(filter, id, tableName(context)))}
        placeholder={t('Choose an operator')}
        isDisabled={!subject}
        isSearchable={false}
      />
      {subject && (
        <ValueInput
          filter={filter}
          subject={subject}
          context={context}
          onChange={(comparator) => onChange({ ...filter, comparator })}
        />
      )}
      {advanced && advanced.error !== '' && <Banner tone="danger">{advanced.error}</Banner>}
      {advanced && advanced.error === '' && advanced.text !== '' && <Banner>{advanced.text}</Banner>}
    </>
  )
}
