import { useState } from 'react'
import { delayOf, withFormFallbacks, validColumnConfig } from './index.ts'
import styles from './View.module.css'
import type { ControlContext, ItemField } from '#controls/control.ts'
import { type ColumnConfig, configFields } from '#controls/shared/column-config.ts'
import { EditorFooter } from '#controls/shared/EditorFooter.tsx'
import { type Item, itemErrors, withField } from '#controls/shared/item.ts'
import { ItemFields } from '#controls/shared/ItemFields.tsx'
import type { ResultColumn } from '#controls/shared/result-columns.ts'
import { useDebouncedCommit } from '#controls/shared/use-debounced-commit.tsx'

export interface ColumnSettingsProps {
  readonly column: ResultColumn
  /** Replaces the default fields of the column type. */
  readonly fields?: readonly ItemField[] | undefined
  readonly config: ColumnConfig
  readonly context: ControlContext
  readonly onChange: (config: ColumnConfig) => void
  readonly onClose: () => void
}

/**
 * The settings of one column. Each valid change is committed after a delay. Save keeps pending and committed changes,
 * Close reverts them.
 */
export function ColumnSettings({ column, fields: own, config, context, onChange, onClose }: ColumnSettingsProps) {
  const [draft, setDraft] = useState<Item>(() => ({ ...config }))
  const [before] = useState(config)
  const send = useDebouncedCommit(onChange)
  const fields = withFormFallbacks(context.form, own ?? configFields(column.kind))
  const errors = itemErrors(draft, fields)
  const [hasChanged, setChanged] = useState(false)
  const set = (name: string, value: unknown) => {
    const next = withField(draft, name, value)
    setDraft(next)
    setChanged(true)
    const result = validColumnConfig(next, fields)
    if (result) send(result, delayOf(fields.find((field) => field.name === name)?.kind ?? 'text'))
  }
  const takeBack = () => {
    if (hasChanged) send(before, 0)
    onClose()
  }
  return (
    <div>
      <div className={styles['settings']}>
        <ItemFields item={draft} fields={fields} errors={errors} context={context} onChange={set} />
      </div>
      <EditorFooter canSave={Object.keys(errors).length === 0} onSave={onClose} onClose={takeBack} />
    </div>
  )
}
