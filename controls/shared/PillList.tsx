import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ControlPopover } from './ControlPopover.tsx'
import type { Slot, DraggedPill } from './drag-data.ts'
import { DropZone } from './DropZone.tsx'
import type { FieldTexts } from './field.ts'
import type { IconName } from '#ui/base/icon-paths.ts'
import { type ControlPlacement, placementFor } from './placement.ts'
import { t } from '#core/text/t.ts'
import { DropButton } from '#ui/input/DropButton.tsx'
import { Field } from '#ui/base/Field.tsx'
import { PillField } from '#ui/input/PillField.tsx'
import { announce } from '#ui/base/announce.ts'
import { Stack } from '#ui/layout/Stack.tsx'
import { InfoTooltip } from '#ui/base/InfoTooltip.tsx'
import { useDraggable } from '#ui/drag/use-draggable.ts'
import styles from './DropZone.module.css'

interface PillRowProps {
  /** The dragged data of the row; null if it cannot be dragged. */
  readonly carried: DraggedPill | null
  /** Where the drop indicator is shown. */
  readonly mark: 'before' | 'after' | undefined
  /** Called on Alt with an arrow key, to move by one position. */
  readonly onStep: (by: -1 | 1) => void
  readonly children: ReactNode
}

/** A pill in a list: draggable by mouse, and movable by Alt with arrow keys. */
function PillRow({ carried, mark, onStep, children }: PillRowProps) {
  const row = useRef<HTMLDivElement>(null)
  useDraggable(row, () => carried)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the pill inside has focus; its key events bubble
    <div
      ref={row}
      className={styles['row']}
      data-pill
      data-before={mark === 'before' || undefined}
      data-after={mark === 'after' || undefined}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        onStep(event.key === 'ArrowUp' ? -1 : 1)
      }}
    >
      {children}
    </div>
  )
}

/** A selected item. */
export interface Pill {
  readonly key: string
  readonly text: string
  readonly icon: IconName
  readonly error?: string | undefined
  /** A hint, shown by an icon at its end. */
  readonly note?: string | undefined
}

export interface PillListProps {
  readonly field: FieldTexts
  /**
   * The form data key of the control, for lists that accept drops: pills can be dragged within a list with the same
   * name.
   */
  readonly name?: string
  readonly pills: readonly Pill[]
  readonly addText: string
  /** False for a single-value list with a value. */
  readonly canAdd: boolean
  readonly popoverLabel: string
  /** Shown above an editor without tabs. */
  readonly title?: string
  /** Renders the editor of the pill at an index; undefined is a new one. */
  readonly renderEditor: (index: number | undefined, close: () => void) => ReactNode
  readonly onRemove: (index: number) => void
  /** Moves the pill at `from` before the one at `at`. Absent if the order has no meaning. */
  readonly onMove?: ((from: number, at: number) => void) | undefined
  /** Accepts metrics and columns of the dataset. */
  readonly slot?: Slot | undefined
  /** The width of the popover in pixels; `content` fits the editor. */
  readonly width?: number | 'content'
}

type PillPosition = number | 'new'

interface OpenPill {
  readonly at: PillPosition
  readonly placement: ControlPlacement
}

/** Focuses the pill at a position, else a neighbour or the add button, if the focused element was removed. */
function refocus(buttons: ReadonlyMap<PillPosition, HTMLButtonElement>, at: number): void {
  // A closing popover restores the focus within one frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      const next = buttons.get(at) ?? buttons.get(at - 1) ?? buttons.get('new')
      next?.focus()
    }),
  )
}

/** Manages which of `count` pills is being edited, and the anchor button of its editor. */
function useOpen(count: number) {
  const [open, setOpen] = useState<OpenPill>()
  const buttons = useRef(new Map<PillPosition, HTMLButtonElement>())
  const anchor = useRef<HTMLButtonElement>(null)
  const keep = (at: PillPosition) => (button: HTMLButtonElement | null) => {
    if (button) buttons.current.set(at, button)
    else buttons.current.delete(at)
  }
  const openAt = (at: PillPosition) => {
    anchor.current = buttons.current.get(at) ?? null
    const top = anchor.current?.getBoundingClientRect().top ?? 0
    setOpen({ at, placement: placementFor(top, window.innerHeight) })
  }
  const close = () => {
    if (open) refocus(buttons.current, open.at === 'new' ? count : open.at)
    setOpen(undefined)
  }
  return { open, anchor, buttons, keep, openAt, close }
}

/** Moves a pill by one position and keeps the focus on it. */
function useSteps({ pills, onMove }: PillListProps, buttons: ReadonlyMap<PillPosition, HTMLButtonElement>) {
  const moved = useRef<number>(undefined)
  useEffect(() => {
    if (moved.current !== undefined) buttons.get(moved.current)?.focus()
    moved.current = undefined
  }, [pills, buttons])
  return (index: number, by: -1 | 1) => {
    const to = index + by
    const pill = pills[index]
    if (!onMove || !pill || to < 0 || to >= pills.length) return
    moved.current = to
    onMove(index, by === 1 ? index + 2 : to)
    announce(t('%s, place %s of %s', pill.text, String(to + 1), String(pills.length)))
  }
}

/** Returns the position of the drop indicator relative to a pill. */
function markOf(at: number | null, index: number, count: number): 'before' | 'after' | undefined {
  if (at === index) return 'before'
  return at !== null && at >= count && index === count - 1 ? 'after' : undefined
}

/** A list of selected items as pills, each with an editor, above a button to add another one. */
export function PillList(props: PillListProps) {
  const { field, name = '', pills, addText, canAdd, renderEditor, onRemove, onMove, slot } = props
  const { open, anchor, buttons, keep, openAt, close } = useOpen(pills.length)
  const step = useSteps(props, buttons.current)
  const isOrdered = onMove !== undefined && pills.length > 1
  const pillAt = (pill: Pill, index: number, at: number | null) => (
    <PillRow
      key={pill.key}
      carried={isOrdered ? { kind: 'pill', list: name, index, label: pill.text } : null}
      mark={markOf(at, index, pills.length)}
      onStep={(by) => step(index, by)}
    >
      <PillField
        label={pill.text}
        text={pill.text}
        icon={pill.icon}
        error={pill.error}
        end={pill.note === undefined ? undefined : <InfoTooltip text={pill.note} label={pill.note} tone="warn" />}
        hasGrip={isOrdered}
        isOpen={open?.at === index}
        onPress={() => openAt(index)}
        onRemove={() => {
          onRemove(index)
          refocus(buttons.current, index)
        }}
        ref={keep(index)}
      />
    </PillRow>
  )
  return (
    <Field {...field}>
      <DropZone name={name} label={field.label} slot={slot} onMove={onMove} onEdit={() => openAt('new')}>
        {(at) => (
          <Stack gap={1}>
            {pills.map((pill, index) => pillAt(pill, index, at))}
            {canAdd && (
              <DropButton onPress={() => openAt('new')} isTarget={at !== null} ref={keep('new')}>
                {addText}
              </DropButton>
            )}
          </Stack>
        )}
      </DropZone>
      {open !== undefined && (
        <ControlPopover
          label={props.popoverLabel}
          title={props.title}
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
