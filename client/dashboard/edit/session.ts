import { createContext, useContext } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { DraggedElement } from './state/edit-apply.ts'
import type { Drop, Point } from './state/edit-drop.ts'
import type { UndoGroup } from '../state/edit.ts'

/** A node dragged by mouse. */
export interface Drag {
  readonly dragged: DraggedElement
  readonly name: string
  readonly detail: string | undefined
  readonly vizType: string | undefined
  readonly point: Point
  readonly drop: Drop | null
}

/** The transient state of the editor. It ends when the editor closes. */
export interface EditSession {
  readonly selected: string | undefined
  /** The row or box where charts selected in the palette are added. */
  readonly target: string | undefined
  readonly drag: Drag | null
  /** The node being moved by keyboard. */
  readonly carried: { readonly id: string; readonly gesture: UndoGroup } | null
  /** The node being resized. */
  readonly resizing: string | undefined
  /** The node whose text is being edited. */
  readonly writing: string | undefined
  /** True if the CSS panel replaces the palette. */
  readonly isStyling: boolean
}

export type SessionStore = StoreApi<EditSession>

export function createSession(): SessionStore {
  return createStore<EditSession>(() => ({
    selected: undefined,
    target: undefined,
    drag: null,
    carried: null,
    resizing: undefined,
    writing: undefined,
    isStyling: false,
  }))
}

export const SessionContext = createContext<SessionStore | null>(null)

export function useSessionStore(): SessionStore {
  const found = useContext(SessionContext)
  if (!found) throw new Error('No editor around this component.')
  return found
}

export function useSession<T>(select: (state: EditSession) => T): T {
  return useStore(useSessionStore(), select)
}
