import { useEffect, useState } from 'react'
import type { DraftAutosave } from '#client/shell/DraftStatus.tsx'
import { type EditDraft, draftStorage, changedProperties } from './state/edit-draft.ts'
import { beforeEdits } from '../state/edit.ts'
import type { DashboardState } from '../state/hydrate.ts'
import { type DashboardStore, useDashboardStore } from '../state/store.ts'

/** Milliseconds after the last change before the draft is written. */
const CALM = 300

function storage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    // browsers with disabled storage throw on access
    return undefined
  }
}

/** Returns the draft storage of this dashboard. */
export function draftStorageOf({ info }: Pick<DashboardState, 'info'>) {
  return draftStorage(storage(), info.userId, info.id)
}

function draftOf(store: DashboardStore): EditDraft {
  const { info, layout } = store.getState()
  const { title, published, version } = info
  const changedFields = changedProperties(beforeEdits(store).info, info)
  return { version: version ?? null, keptAt: Date.now(), title, published, layout, said: changedFields }
}

/** Saves unsaved changes as a draft that survives a reload. */
export function useDraftAutosave(): DraftAutosave {
  const store = useDashboardStore()
  const [autosave, setAutosave] = useState<DraftAutosave>({ isStored: true, savedAt: undefined })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isDue = false
    const write = () => {
      clearTimeout(timer)
      if (!isDue) return
      isDue = false
      const state = store.getState()
      if (!state.hasUnsavedChanges) {
        draftStorageOf(state).forget()
        setAutosave((before) => ({ ...before, savedAt: undefined }))
        return
      }
      const draft = draftOf(store)
      const isStored = draftStorageOf(state).keep(draft)
      setAutosave({ isStored, savedAt: isStored ? draft.keptAt : undefined })
    }
    const stop = store.subscribe((state, before) => {
      const isSame =
        state.layout === before.layout &&
        state.info === before.info &&
        state.hasUnsavedChanges === before.hasUnsavedChanges
      if (isSame) return
      isDue = true
      clearTimeout(timer)
      timer = setTimeout(write, CALM)
    })
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      stop()
      write()
    }
  }, [store])
  return autosave
}
