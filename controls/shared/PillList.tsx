import { type ReactNode, useRef, useState } from 'react'
import { ControlPopover } from './ControlPopover.tsx'
import type { FieldTexts } from './field.ts'
import type { IconName } from '#ui/display/icon-paths.ts'
import { type ControlPlacement, placementFor } from './placement.ts'
import { DropButton } from '#ui/input/DropButton.tsx'
import { Field } from '#ui/input/Field.tsx'
import { PillField } from '#ui/input/PillField.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { InfoTip } from '#ui/overlay/InfoTip.tsx'

/** One thing chosen. */
export interface Pill {
  readonly key: string
  readonly text: string
  readonly icon: IconName
  readonly error?: string | undefined
  /** What one should know about it, behind a mark at its end. */
  readonly note?: string | undefined
}

export interface PillListProps {
  readonly field: FieldTexts
  readonly pills: readonly Pill[]
  readonly addText: string
  /** A list of one is full with one. */
  readonly canAdd: boolean
  readonly popoverLabel: string
  /** What edits the pill at this place; undefined is a new one. */
  readonly renderEditor: (index: number | undefined, close: () => void) => ReactNode
  readonly onRemove: (index: number) => void
  /** Of the popover, in pixels; `content` is as wide as its editor. */
  readonly width?: number | 'content'
}

type Place = number | 'new'

interface Open {
  readonly at: Place
  readonly placement: ControlPlacement
}

/** Which pill is being edited, and the button its editor belongs to. */
function useOpen() {
  const [open, setOpen] = useState<Open>()
  const buttons = useRef(new Map<Place, HTMLButtonElement>())
  const anchor = useRef<HTMLButtonElement>(null)
  const keep = (at: Place) => (button: HTMLButtonElement | null) => {
    if (button) buttons.current.set(at, button)
    else buttons.current.delete(at)
  }
  const openAt = (at: Place) => {
    anchor.current = buttons.current.get(at) ?? null
    const top = anchor.current?.getBoundingClientRect().top ?? 0
    setOpen({ at, placement: placementFor(top, window.innerHeight) })
  }
  return { open, anchor, keep, openAt, close: () => setOpen(undefined) }
}

/** Chosen things as pills, each opening its editor, above the place to add another. */
export function PillList(props: PillListProps) {
  const { field, pills, addText, canAdd, renderEditor, onRemove } = props
  const { open, anchor, keep, openAt, close } = useOpen()
  return (
    <Field {...field}>
      <Stack gap={1}>
        {pills.map((pill, index) => (
          <PillField
            key={pill.key}
            label={pill.text}
            text={pill.text}
            icon={pill.icon}
            error={pill.error}
            end={pill.note === undefined ? undefined : <InfoTip text={pill.note} label={pill.note} tone="warn" />}
            isOpen={open?.at === index}
            onPress={() => openAt(index)}
            onRemove={() => onRemove(index)}
            ref={keep(index)}
          />
        ))}
        {canAdd && (
          <DropButton onPress={() => openAt('new')} ref={keep('new')}>
            {addText}
          </DropButton>
        )}
      </Stack>
      {open !== undefined && (
        <ControlPopover
          label={props.popoverLabel}
          anchor={anchor}
          placement={open.placement}
          onClose={close}
          width={props.width}
        >
          {renderEditor(open.at === 'new' ? undefined : open.at, close)}
        </ControlPopover>
      )}
    </Field>
  )
}
