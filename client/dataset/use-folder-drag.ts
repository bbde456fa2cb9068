import { type RefObject, useEffect, useRef } from 'react'
import type { DatasetFolder } from '#core/rest/dataset-folders.ts'
import { t } from '#core/text/t.ts'
import { useDraggable } from '#ui/drag/use-draggable.ts'
import { useDropZone } from '#ui/drag/use-drop-zone.ts'
import { toast } from '#ui/overlay/toast.ts'
import { dropEntry, type FolderTarget } from './folder-edit.ts'

type Folders = readonly DatasetFolder[]

/** A dragged entry of the folders. */
interface DraggedEntry {
  readonly folderEntry: string
  readonly name: string
}

function readEntry(carried: unknown): DraggedEntry | undefined {
  const entry = carried as DraggedEntry | null | undefined
  return entry?.folderEntry === undefined ? undefined : entry
}

/** The folders, and the functions that change them. */
export interface FolderChanges {
  readonly folders: Folders
  readonly onChange: (folders: Folders) => void
  /** Changes the folders and offers to undo that, until the folders change again. */
  readonly onUndoable: (folders: Folders, text: string) => void
}

/** Returns functions that change the folders, with undo. */
export function useFolderChanges(folders: Folders, change: (folders: Folders) => void): FolderChanges {
  const shown = useRef<number>(undefined)
  const close = () => {
    if (shown.current !== undefined) toast.close(shown.current)
    shown.current = undefined
  }
  useEffect(
    () => () => {
      if (shown.current !== undefined) toast.close(shown.current)
    },
    [],
  )
  const onChange = (next: Folders) => {
    close()
    change(next)
  }
  const onUndoable = (next: Folders, text: string) => {
    onChange(next)
    shown.current = toast.show({ text, action: { label: t('Undo'), onPress: () => onChange(folders) } })
  }
  return { folders, onChange, onUndoable }
}

/** The position of a drop: before, into or after the element. */
type DropPosition = FolderTarget['position']

interface DropTarget {
  readonly uuid: string | undefined
  /** Returns the position of a drop for a share of the height, from 0 at its top to 1 at its bottom. */
  readonly dropPositionAt: (share: number) => DropPosition
}

/** Makes an element take dragged entries. Returns the position that a drop would have now; undefined if there is none. */
export function useFolderDrop(
  element: RefObject<HTMLElement | null>,
  { uuid, dropPositionAt }: DropTarget,
  { folders, onUndoable }: FolderChanges,
): DropPosition | undefined {
  const hoveredPosition = (y: number): DropPosition => {
    const box = element.current?.getBoundingClientRect()
    return dropPositionAt(box && box.height > 0 ? (y - box.top) / box.height : 0.5)
  }
  const moved = ({ folderEntry }: DraggedEntry, y: number): Folders => {
    const position = hoveredPosition(y)
    if (position === 'into') return dropEntry(folders, folderEntry, { position, uuid })
    return uuid === undefined ? folders : dropEntry(folders, folderEntry, { position, uuid })
  }
  const hover = useDropZone<DraggedEntry>(element, {
    read: readEntry,
    onDrop: (entry, y) => {
      const next = moved(entry, y)
      if (next !== folders) onUndoable(next, t('Moved: %s', entry.name))
    },
  })
  if (hover === null || hover.y === null || moved(hover.carried, hover.y) === folders) return undefined
  return hoveredPosition(hover.y)
}

/** Makes an element draggable as an entry of the folders. */
export function useFolderDrag(element: RefObject<HTMLElement | null>, uuid: string, name: string): void {
  useDraggable(element, (): DraggedEntry => ({ folderEntry: uuid, name }))
}
