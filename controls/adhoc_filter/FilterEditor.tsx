import { useState } from 'react'
import { advancedTypeOf } from './operators.ts'
import { SimplePage } from './SimplePage.tsx'
import { canSave, filterSubjectOf, isSimple, subjectName } from './subjects.ts'
import { useAdvanced } from './use-advanced.tsx'
import type { ControlContext } from '#controls/control.ts'
import { Editor } from '#controls/shared/Editor.tsx'
import type { AdhocFilter, Clause } from '#core/filter/adhoc-filter.ts'
import { withMetricSql } from '#core/filter/metric-filter.ts'
import { t } from '#core/text/t.ts'
import { Select } from '#ui/input/Select.tsx'
import { SqlField } from '#controls/shared/SqlField.tsx'

interface SqlPageProps {
  readonly filter: AdhocFilter
  readonly context: ControlContext
  readonly onChange: (filter: AdhocFilter) => void
}

const clauses: readonly { readonly value: Clause; readonly label: string }[] = [
  { value: 'WHERE', label: 'WHERE' },
  { value: 'HAVING', label: 'HAVING' },
]

/** A SQL condition, on rows or on groups. */
function SqlPage({ filter, context, onChange }: SqlPageProps) {
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

export interface FilterEditorProps {
  readonly filter: AdhocFilter
  readonly context: ControlContext
  readonly onSave: (filter: AdhocFilter) => void
  readonly onClose: () => void
}

type Tab = 'simple' | 'sql'

/**
 * Returns the draft for a tab. A filter on a metric is edited as SQL; any other simple filter applies to rows, because
 * a simple HAVING filter on a column has no effect.
 */
function onTab(tab: Tab, draft: AdhocFilter, context: ControlContext): AdhocFilter {
  if (tab === 'sql') return { ...draft, expressionType: 'SQL', clause: draft.clause ?? 'WHERE' }
  const subject = filterSubjectOf(draft, context)
  if (subject?.kind === 'metric') return withMetricSql(draft, subject)
  return { ...draft, expressionType: 'SIMPLE', clause: 'WHERE' }
}

/** Edits a draft of a filter; only Save commits it. */
export function FilterEditor({ filter, context, onSave, onClose }: FilterEditorProps) {
  const [tab, setTab] = useState<Tab>(() => (isSimple(filter, context) ? 'simple' : 'sql'))
  const [draft, setDraft] = useState(() => onTab(tab, filter, context))
  const isOfColumn = draft.expressionType === 'SIMPLE'
  const advanced = useAdvanced(isOfColumn ? advancedTypeOf(subjectName(draft), context) : undefined, draft)
  const select = (id: string) => {
    const next: Tab = id === 'sql' ? 'sql' : 'simple'
    setTab(next)
    setDraft(onTab(next, draft, context))
  }
  // An operator may produce an expression that only the SQL tab can show.
  const edit = (next: AdhocFilter) => {
    setDraft(next)
    if (!isSimple(next, context)) setTab('sql')
  }
  return (
    <Editor
      label={t('Filter')}
      tabs={[
        { id: 'simple', label: t('Simple') },
        { id: 'sql', label: t('Custom SQL') },
      ]}
      selected={tab}
      onSelect={select}
      canSave={canSave(draft, advanced)}
      onSave={() => {
        onSave({ ...draft, isNew: false })
        onClose()
      }}
      onClose={onClose}
      isResizable
    >
      {tab === 'simple' ? (
        <SimplePage filter={draft} context={context} advanced={advanced} onChange={edit} />
      ) : (
        <SqlPage filter={draft} context={context} onChange={setDraft} />
      )}
    </Editor>
  )
}
