import { useState } from 'react'
import type { Control, ControlContext } from '#controls/control.ts'
import { columnOptions } from '#controls/shared/column-options.ts'
import { EditorFrame } from '#controls/shared/EditorFrame.tsx'
import { t } from '#core/text/t.ts'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { Select } from '#ui/input/Select.tsx'

/** A column, and whether it sorts ascending. */
export type Order = readonly [name: string, ascending: boolean]

interface OrderEditorProps {
  readonly order: Order | undefined
  /** Columns that are already in the sort order. */
  readonly taken: readonly string[]
  readonly control: Control
  readonly context: ControlContext
  readonly onSave: (order: Order) => void
  readonly onClose: () => void
}

/** Edits a sort column and its direction. */
export function OrderEditor({ order, taken, control, context, onSave, onClose }: OrderEditorProps) {
  const [name, setName] = useState(order?.[0])
  const [ascending, setAscending] = useState(order?.[1] ?? true)
  const options = columnOptions(control, context).filter(
    (each) => each.value === order?.[0] || !taken.includes(each.value),
  )
  const save = () => {
    if (name !== undefined) onSave([name, ascending])
    onClose()
  }
  return (
    <EditorFrame canSave={name !== undefined} onSave={save} onClose={onClose}>
      <Select
        label={t('Column')}
        options={options}
        value={name}
        onChange={setName}
        placeholder={t('Select a column')}
        isSearchable
      />
      <RadioGroup
        label={t('Direction')}
        options={[
          { value: 'asc', label: t('Ascending') },
          { value: 'desc', label: t('Descending') },
        ]}
        value={ascending ? 'asc' : 'desc'}
        onChange={(mode) => setAscending(mode === 'asc')}
      />
    </EditorFrame>
  )
}
