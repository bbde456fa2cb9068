import { useRef, useState } from 'react'
import { ApiResponseError, hasErrorCode } from '#calls/call.ts'
import { restoreResource, fetchResource, updateResource } from '#calls/resources.ts'
import { session } from '#client/session/session.ts'
import { readLayout } from '#core/layout/read-layout.ts'
import type { DashboardResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { isSameLayout, layoutToSave, metadataToSave, saveBody } from '../state/edit-save.ts'
import { tileDifferences } from './state/edit-conflict.ts'
import { markSaved, markEarlierStateSaved, beforeEdits } from '../state/edit.ts'
import type { DashboardState } from '../state/hydrate.ts'
import { infoBody, mergedMetadata, titleToSave } from '../state/info-body.ts'
import { type DashboardInfo, dashboardInfo, parseObject } from '../state/dashboard-info.ts'
import { EDIT_TOPIC, endKeyboardMove } from './editor-actions.ts'
import { newSuffix } from '#client/dashboard/state/new-suffix.ts'
import { usePointerInput } from './use-pointer-input.ts'

export interface SaveInput {
  readonly isSaving: boolean
  /** The version saved by another user; the user must resolve the conflict. */
  readonly conflict: DashboardResponse | undefined
  /** Saves and leaves edit mode. `over` is the version of another user that this one overwrites. */
  readonly save: (over?: DashboardResponse) => void
  readonly closeConflict: () => void
}

interface WrittenDashboard {
  readonly version?: number | undefined
  readonly slug?: string | null | undefined
  readonly json_metadata?: string | null | undefined
}

const isSameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Returns the properties of a dashboard saved by another user as state of this page. */
const infoOf = (state: DashboardState, stored: DashboardResponse): DashboardInfo => ({
  ...state.info,
  ...dashboardInfo(stored, session().user),
})

/** True if the stored version equals what this page wants to save: the response to an earlier save was lost. */
function isOurs(stored: DashboardResponse, state: DashboardState): boolean {
  const layout = readLayout(parseObject(stored.position_json), newSuffix)
  const storedInfo = infoOf(state, stored)
  const isSaid = Object.keys(infoBody(storedInfo, state.info)).length === 0
  return isSaid && isSameValue(storedInfo.metadata, metadataToSave(state)) && isSameLayout(layout, layoutToSave(state))
}

/** True if the stored version is the one this page was opened with: no other user has saved. */
function isAsOpened(stored: DashboardResponse, before: DashboardState): boolean {
  const layout = readLayout(parseObject(stored.position_json), newSuffix)
  const storedInfo = infoOf(before, stored)
  const isSaid = Object.keys(infoBody(storedInfo, before.info)).length === 0
  return (
    isSaid &&
    isSameValue(storedInfo.metadata, before.info.metadata) &&
    tileDifferences(layout, before.layout).length === 0
  )
}

/** Another user has saved the dashboard since it was opened here. */
class SavedByOthers extends Error {
  readonly stored: DashboardResponse
  constructor(stored: DashboardResponse) {
    super('The dashboard was saved by another user')
    this.stored = stored
  }
}

/**
 * Merges the local properties into the version of another user: properties not changed here keep the other user's
 * value.
 */
function mergeLocalProperties(state: DashboardState, before: DashboardInfo, stored: DashboardResponse): DashboardState {
  const theirs = infoOf(state, stored)
  const mine = Object.entries(state.info).filter(
    ([key, value]) => !isSameValue(value, before[key as keyof DashboardInfo]),
  )
  const metadata = mergedMetadata(before.metadata, state.info.metadata, theirs.metadata)
  return { ...state, info: { ...theirs, ...Object.fromEntries(mine), metadata } }
}

async function write(state: DashboardState, before: DashboardInfo): Promise<WrittenDashboard> {
  const { id, version } = state.info
  try {
    const answer = await updateResource('dashboard', id, saveBody(state, before), version)
    return { version: answer.version, ...(answer.result as { json_metadata?: string; slug?: string | null }) }
  } catch (error) {
    if (!hasErrorCode(error, 'version-conflict')) throw error
    const stored = await fetchResource<DashboardResponse>('dashboard', id)
    if (isOurs(stored, state)) return stored
    throw new SavedByOthers(stored)
  }
}

/** Another user has deleted the dashboard since it was opened here. One press restores and saves it. */
function showDeletedToast(id: number, again: (stored: DashboardResponse) => void): number {
  const restore = () =>
    restoreResource('dashboard', id)
      .then(() => fetchResource<DashboardResponse>('dashboard', id))
      .then(again, (error: Error) =>
        toast.show({ text: t('The dashboard could not be brought back: %s', error.message), tone: 'danger' }),
      )
  return toast.show({
    text: t('The dashboard was deleted meanwhile. Your changes are still here.'),
    tone: 'danger',
    action: { label: t('Bring it back and save'), onPress: () => void restore() },
    seconds: 60,
  })
}

function sayFailure(error: unknown, again: () => void): number {
  const reason = error instanceof Error ? error.message : String(error)
  const isLost = error instanceof ApiResponseError && error.kind !== 'answer'
  return toast.show({
    text: isLost
      ? t("Can't reach the server. Your changes are kept.")
      : t('Sorry, there was an error saving this dashboard: %s', reason),
    tone: 'danger',
    action: { label: t('Try again'), onPress: again },
  })
}

/** `isWhole`: nothing was changed while the dashboard was being saved. */
function showSavedToast(isWhole: boolean): void {
  const text = isWhole
    ? t('This dashboard was saved successfully.')
    : t('Saved. Changes made during the save are not saved yet.')
  toast.show({ text, tone: 'good', topic: EDIT_TOPIC })
}

/** Saves the dashboard. */
export function useSaveDashboard(): SaveInput {
  const stores = usePointerInput()
  const { store } = stores
  const [isSaving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<DashboardResponse>()
  const isBusy = useRef(false)
  const failure = useRef(0)

  const run = async (theirs: DashboardResponse | undefined) => {
    endKeyboardMove(stores, true)
    const state = store.getState()
    if (!state.hasUnsavedChanges) {
      store.setState({ editMode: false })
      return
    }
    const before = beforeEdits(store).info
    const going = theirs ? mergeLocalProperties(state, before, theirs) : state
    const { info, layout } = going
    const {
      version,
      slug = info.slug,
      json_metadata: stored,
    } = await write(going, theirs ? infoOf(state, theirs) : before)
    const metadata = stored ? parseObject(stored) : metadataToSave(going)
    const saved = {
      layout: layoutToSave({ layout, info }),
      info: { ...info, title: titleToSave(info.title), slug, version, metadata },
    }
    const now = store.getState()
    const isWhole = now.layout === state.layout && now.info === state.info
    if (isWhole) {
      markSaved(store, saved)
      store.setState({ editMode: false })
    } else markEarlierStateSaved(store, saved)
    showSavedToast(isWhole)
  }

  /** A restore changes the version. Saves by others before the deletion are still reported as conflicts. */
  const broughtBack = (stored: DashboardResponse) =>
    isAsOpened(stored, { ...store.getState(), ...beforeEdits(store) }) ? save(stored) : setConflict(stored)

  const save = (theirs?: DashboardResponse) => {
    if (isBusy.current || !store.getState().editMode) return
    toast.close(failure.current)
    isBusy.current = true
    setSaving(true)
    run(theirs)
      .catch((error: unknown) => {
        if (error instanceof SavedByOthers) setConflict(error.stored)
        else if (hasErrorCode(error, 'not-found'))
          failure.current = showDeletedToast(store.getState().info.id, broughtBack)
        else failure.current = sayFailure(error, () => save(theirs))
      })
      .finally(() => {
        isBusy.current = false
        setSaving(false)
      })
  }
  return { isSaving, conflict, save, closeConflict: () => setConflict(undefined) }
}
