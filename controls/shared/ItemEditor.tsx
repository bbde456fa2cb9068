import { useState } from 'react'
import { EditorFrame } from './EditorFrame.tsx'
import { type Item, itemErrors, readItem, withField } from './item.ts'
import { ItemFields } from './ItemFields.tsx'
import type { ControlContext, ItemField } from '#controls/control.ts'
import { Banner } from '#ui/display/Banner.tsx'

export interface ItemEditorProps {
  readonly item: Item
  readonly fields: readonly ItemField[]
  readonly context: ControlContext
  /** Adjusts other fields after a change of a field. */
  readonly tidy?: (draft: Item) => Item
  /** Returns an error of the item as a whole. */
  readonly problem?: (draft: Item) => string | undefined
  readonly onSave: (item: Item) => void
  readonly onClose: () => void
}

/** Edits a draft of an item; only Save commits it. */
export function ItemEditor(props: ItemEditorProps) {
  const { item, fields, context, tidy = (draft) => draft, problem, onSave, onClose } = props
  const [draft, setDraft] = useState(item)
  const errors = itemErrors(draft, fields)
  const problemText = problem?.(draft)
  const save = () => {
    onSave(readItem(draft, fields) ?? {})
    onClose()
  }
  return (
    <EditorFrame
      canSave={Object.keys(errors).length === 0 && problemText === undefined}
      onSave={save}
      onClose={onClose}
    >
      <ItemFields
        item={draft}
        fields={fields}
        errors={errors}
        context={context}
        onChange={(name, value) => setDraft(tidy(withField(draft, name, value)))}
      />
      {problemText !== undefined && <Banner tone="warn">{problemText}</Banner>}
    </EditorFrame>
  )
}
