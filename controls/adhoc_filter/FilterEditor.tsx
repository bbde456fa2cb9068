import { useState } from 'react'
import { advancedTypeOf } from './operators.ts'
import { SimplePage } from './SimplePage.tsx'
import { SqlPage } from './SqlPage.tsx'
import { canSave, subjectName } from './subjects.ts'
import { useAdvanced } from './use-advanced.tsx'
import type { ControlContext } from '#controls/control.ts'
import { Editor } from '#controls/shared/Editor.tsx'
import type { AdhocFilter } from '#core/filter/adhoc-filter.ts'
import { t } from '#core/text/t.ts'

export interface FilterEditorProps {
  readonly filter: AdhocFilter
  readonly context: ControlContext
  readonly onSave: (filter: AdhocFilter) => void
  readonly onClose: () => void
}

/** Edits a draft of a filter; only Save gives it back. */
export function FilterEditor({ filter, context, onSave, onClose }: FilterEditorProps) {
  const [draft, setDraft] = useState(filter)
  const tab = draft.expressionType === 'SQL' ? 'sql' : 'simple'
  const advanced = useAdvanced(tab === 'simple' ? advancedTypeOf(subjectName(draft), context) : undefined, draft)
  const select = (id: string) =>
    setDraft({ ...draft, expressionType: id === 'sql' ? 'SQL' : 'SIMPLE', clause: draft.clause ?? 'WHERE' })
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
        <SimplePage filter={draft} context={context} advanced={advanced} onChange={setDraft} />
      ) : (
        <SqlPage filter={draft} context={context} onChange={setDraft} />
      )}
    </Editor>
  )
}
