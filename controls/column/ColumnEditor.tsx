import { useState } from 'react'
import { type ColumnDraft, columnDraft, columnsOfDraft, type ColumnTab, columnTab } from './draft.ts'
import type { Control, ControlContext } from '#controls/control.ts'
import { columnOption } from '#controls/shared/column-options.ts'
import { Editor } from '#controls/shared/Editor.tsx'
import { SqlField } from '#controls/shared/SqlField.tsx'
import type { QueryColumn } from '#core/query/query-object.ts'
import { t } from '#core/text/t.ts'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'
import { Select } from '#ui/input/Select.tsx'
import { TextField } from '#ui/base/TextField.tsx'

export interface ColumnEditorProps {
  readonly column: QueryColumn | undefined
  readonly control: Control
  readonly context: ControlContext
  /** Several if new ones were selected together. */
  readonly onSave: (columns: readonly QueryColumn[]) => void
  readonly onClose: () => void
}

interface NamesProps {
  readonly tab: 'saved' | 'simple'
  readonly editor: ColumnEditorProps
  readonly draft: ColumnDraft
  readonly onChange: (names: readonly string[]) => void
}

/** Columns of the dataset: calculated or physical ones. New ones can be selected together. */
function Names({ tab, editor, draft, onChange }: NamesProps) {
  const { column, control, context } = editor
  const options = context.dataset.columns
    .filter((each) => (control.columnFilter?.(each) ?? true) && Boolean(each.expression) === (tab === 'saved'))
    .map(columnOption)
  const label = tab === 'saved' ? t('Saved expressions') : t('Column')
  const placeholder = tab === 'saved' ? t('Select a calculated column') : t('Select a column')
  if (column === undefined)
    return (
      <MultiSelect label={label} options={options} value={draft.names} onChange={onChange} placeholder={placeholder} />
    )
  return (
    <Select
      label={label}
      options={options}
      value={draft.names[0]}
      onChange={(name) => onChange([name])}
      placeholder={placeholder}
      isSearchable
    />
  )
}

/** Selects columns of the dataset, or defines one by an expression; only Save commits them. */
export function ColumnEditor(props: ColumnEditorProps) {
  const { column, context, onSave, onClose } = props
  const [tab, setTab] = useState<ColumnTab>(() => columnTab(column, context.dataset.columns))
  const [draft, setDraft] = useState(() => columnDraft(column))
  const adhocColumn = columnsOfDraft(draft, tab)
  return (
    <Editor
      label={t('Columns')}
      tabs={[
        { id: 'saved', label: t('Saved') },
        { id: 'simple', label: t('Simple') },
        { id: 'sql', label: t('Custom SQL') },
      ]}
      selected={tab}
      onSelect={(id) => setTab(id as ColumnTab)}
      canSave={adhocColumn.length > 0}
      onSave={() => {
        onSave(adhocColumn)
        onClose()
      }}
      onClose={onClose}
    >
      {tab !== 'sql' && (
        <Names key={tab} tab={tab} editor={props} draft={draft} onChange={(names) => setDraft({ ...draft, names })} />
      )}
      {tab === 'sql' && (
        <>
          <SqlField
            label={t('SQL expression')}
            value={draft.sql}
            onChange={(sql) => setDraft({ ...draft, sql })}
            context={context}
          />
          <TextField
            label={t('Label')}
            value={draft.label}
            placeholder={draft.sql}
            onChange={(label) => setDraft({ ...draft, label })}
          />
        </>
      )}
    </Editor>
  )
}
