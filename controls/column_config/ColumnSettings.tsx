import { useState } from 'react'
import { delayOf, fieldsIn, settled } from './index.ts'
import styles from './View.module.css'
import type { ControlContext } from '#controls/control.ts'
import { type ColumnConfig, configFields } from '#controls/shared/column-config.ts'
import { type Item, itemErrors, withField } from '#controls/shared/item.ts'
import { ItemFields } from '#controls/shared/ItemFields.tsx'
import type { ResultColumn } from '#controls/shared/result-columns.ts'
import { useSettled } from '#controls/shared/settle.tsx'

export interface ColumnSettingsProps {
  readonly column: ResultColumn
  readonly config: ColumnConfig
  readonly context: ControlContext
  readonly onChange: (config: ColumnConfig) => void
}

/** The settings of one column; each change is sent after a pause, unless something is wrong. */
export function ColumnSettings({ column, config, context, onChange }: ColumnSettingsProps) {
  const [draft, setDraft] = useState<Item>(() => ({ ...config }))
  const send = useSettled(onChange)
  const fields = fieldsIn(context.form, configFields(column.kind))
  const set = (name: string, value: unknown) => {
    const next = withField(draft, name, value)
    setDraft(next)
    const result = settled(next, fields)
    if (result) send(result, delayOf(fields.find((field) => field.name === name)?.kind ?? 'text'))
  }
  return (
    <div className={styles['settings']}>
      <ItemFields item={draft} fields={fields} errors={itemErrors(draft, fields)} context={context} onChange={set} />
    </div>
  )
}
