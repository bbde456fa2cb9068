import type { ControlContext } from '#controls/control.ts'
import { SqlField } from '#controls/shared/SqlField.tsx'
import type { AdhocFilter, Clause } from '#core/filter/adhoc-filter.ts'
import { t } from '#core/text/t.ts'
import { Select } from '#ui/input/Select.tsx'

export interface SqlPageProps {
  readonly filter: AdhocFilter
  readonly context: ControlContext
  readonly onChange: (filter: AdhocFilter) => void
}

const clauses: readonly { readonly value: Clause; readonly label: string }[] = [
  { value: 'WHERE', label: 'WHERE' },
  { value: 'HAVING', label: 'HAVING' },
]

/** A SQL condition, on rows or on groups. */
export function SqlPage({ filter, context, onChange }: SqlPageProps) {
  return (
    <>
      <Select
        label={t('Clause')}
        description={t('WHERE filters by columns, HAVING by metrics')}
        options={clauses}
        value={filter.clause ?? 'WHERE'}
        onChange={(clause) => onChange({ ...filter, expressionType: 'SQL', clause })}
      />
      <SqlField
        label={t('SQL expression')}
        value={filter.sqlExpression ?? ''}
        onChange={(sqlExpression) => onChange({ ...filter, expressionType: 'SQL', sqlExpression })}
        context={context}
      />
    </>
  )
}
