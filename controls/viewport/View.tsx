import { useRef, useState } from 'react'
import { DEFAULT_VIEWPORT, type Viewport, viewportParts, viewportText } from './index.ts'
import type { ControlViewProps } from '#controls/control.ts'
import { ControlPopover } from '#controls/shared/ControlPopover.tsx'
import { fieldTexts } from '#controls/shared/field.ts'
import { EditorFrame } from '#controls/shared/EditorFrame.tsx'
import { type ControlPlacement, placementFor } from '#controls/shared/placement.ts'
import { t } from '#core/text/t.ts'
import { Field } from '#ui/base/Field.tsx'
import { NumberField } from '#ui/input/NumberField.tsx'
import { PillField } from '#ui/input/PillField.tsx'

/** In pixels. */
const WIDTH = 300

interface PartsProps {
  readonly value: Viewport
  readonly onSave: (value: Viewport) => void
  readonly onClose: () => void
}

function Parts({ value, onSave, onClose }: PartsProps) {
  const [draft, setDraft] = useState(value)
  const save = () => {
    onSave(draft)
    onClose()
  }
  return (
    <EditorFrame canSave onSave={save} onClose={onClose}>
      {viewportParts.map(({ name, label, min, max }) => (
        <NumberField
          key={name}
          label={t(label)}
          value={draft[name]}
          min={min}
          max={max}
          onChange={(number) => setDraft({ ...draft, [name]: number ?? DEFAULT_VIEWPORT[name] })}
        />
      ))}
    </EditorFrame>
  )
}

export default function ViewportView({ control, value, onChange, errors }: ControlViewProps<Viewport>) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [placement, setPlacement] = useState<ControlPlacement>()
  const shown = value ?? DEFAULT_VIEWPORT
  const field = fieldTexts(control, errors)
  const close = () => setPlacement(undefined)
  const open = () => setPlacement(placementFor(anchor.current?.getBoundingClientRect().top ?? 0, window.innerHeight))
  return (
    <Field {...field}>
      <PillField
        label={`${field.label}: ${viewportText(shown)}`}
        text={viewportText(shown)}
        icon="pin"
        isOpen={placement !== undefined}
        onPress={open}
        ref={anchor}
      />
      {placement !== undefined && (
        <ControlPopover label={t('Viewport')} anchor={anchor} placement={placement} onClose={close} width={WIDTH}>
          <Parts value={shown} onSave={onChange} onClose={close} />
        </ControlPopover>
      )}
    </Field>
  )
}
