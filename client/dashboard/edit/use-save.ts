import { useRef, useState } from 'react'
import { ApiError, isFailedBy } from '#calls/call.ts'
import { showResource, updateResource } from '#calls/resources.ts'
import { readLayout } from '#core/layout/read.ts'
import type { DashboardAnswer } from '#core/rest/answers.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { isSameLayout, layoutToSave, metadataToSave, saveBody, titleToSave } from '../state/edit-save.ts'
import { settle, settleEarlier } from '../state/edit.ts'
import type { DashboardState } from '../state/hydrate.ts'
import { parseObject } from '../state/info.ts'
import { letGo } from './acts.ts'
import { newSuffix } from './new-suffix.ts'
import { useHands } from './use-hands.ts'

export interface Saving {
  readonly isSaving: boolean
  /** Somebody else saved meanwhile: they must choose. */
  readonly conflict: boolean
  /** Saves and leaves edit mode. `isForced` saves over what somebody else saved. */
  readonly save: (isForced?: boolean) => void
  readonly closeConflict: () => void
}

interface Written {
  readonly version?: number | undefined
  readonly json_metadata?: string | null | undefined
}

/** What is stored, when it is what this page wants to store: an earlier answer was lost on its way. */
async function alreadyWritten(state: DashboardState): Promise<Written | undefined> {
  const stored = await showResource<DashboardAnswer>('dashboard', state.info.id)
  const layout = readLayout(parseObject(stored.position_json), newSuffix)
  const isOurs =
    stored.dashboard_title === titleToSave(state.info.title) &&
    stored.published === state.info.published &&
    isSameLayout(layout, layoutToSave(state))
  return isOurs ? stored : undefined
}

async function write(state: DashboardState, isForced: boolean): Promise<Written> {
  const { id, version } = state.info
  try {
    const answer = await updateResource('dashboard', id, saveBody(state), isForced ? undefined : version)
    return { version: answer.version, ...(answer.result as { json_metadata?: string }) }
  } catch (error) {
    const written = isFailedBy(error, 'version-conflict') ? await alreadyWritten(state) : undefined
    if (written) return written
    throw error
  }
}

function sayFailure(error: unknown, again: () => void): number {
  const reason = error instanceof Error ? error.message : String(error)
  const isLost = error instanceof ApiError && error.kind !== 'answer'
  return toast.show({
    text: isLost
      ? t('The server could not be reached. Nothing is lost: your changes are still here.')
      : t('Sorry, there was an error saving this dashboard: %s', reason),
    tone: 'danger',
    action: { label: t('Try again'), onPress: again },
  })
}

/** Saving the dashboard. */
export function useSave(): Saving {
  const hands = useHands()
  const { store } = hands
  const [isSaving, setSaving] = useState(false)
  const [conflict, setConflict] = useState(false)
  const isBusy = useRef(false)
  const failure = useRef(0)

  const run = async (isForced: boolean) => {
    letGo(hands, true)
    const state = store.getState()
    if (!state.hasUnsavedChanges) {
      store.setState({ editMode: false })
      return
    }
    const { info, layout } = state
    const { version, json_metadata: stored } = await write(state, isForced)
    const metadata = stored ? parseObject(stored) : metadataToSave(state)
    const saved = {
      layout: layoutToSave({ layout, info }),
      info: { ...info, title: titleToSave(info.title), version, metadata },
    }
    const now = store.getState()
    if (now.layout === layout && now.info === info) {
      settle(store, saved)
      store.setState({ editMode: false })
      toast.show({ text: t('This dashboard was saved successfully.'), tone: 'good' })
    } else {
      settleEarlier(store, saved)
      toast.show({ text: t('Saved. What you changed while it was being saved is not yet.'), tone: 'good' })
    }
  }

  const save = (isForced = false) => {
    if (isBusy.current || !store.getState().editMode) return
    toast.close(failure.current)
    isBusy.current = true
    setSaving(true)
    run(isForced)
      .catch((error: unknown) => {
        if (isFailedBy(error, 'version-conflict')) setConflict(true)
        else failure.current = sayFailure(error, () => save(isForced))
      })
      .finally(() => {
        isBusy.current = false
        setSaving(false)
      })
  }
  return { isSaving, conflict, save, closeConflict: () => setConflict(false) }
}
