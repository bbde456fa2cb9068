import { useState } from 'react'
import { changesOf, type Properties } from './properties.ts'
import { ApiError, isFailedBy } from '#calls/call.ts'
import { showResource, updateResource } from '#calls/resources.ts'
import type { DashboardAnswer } from '#core/rest/answers.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { takeOver } from '../state/take-over.ts'
import { useDashboardStore } from '../state/store.ts'

/** What became of the last try: what is wrong by field of the body, and whether somebody else saved meanwhile. */
interface Failure {
  readonly fields: Readonly<Record<string, string>>
  readonly text: string
  readonly isConflict: boolean
}

function failureOf(error: unknown): Failure {
  const text = error instanceof Error ? error.message : String(error)
  const body = error instanceof ApiError ? (error.body as { message?: unknown } | undefined)?.message : undefined
  const said = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const fields = Object.fromEntries(said.map(([field, texts]) => [field, [texts].flat().map(String).join(' ')]))
  return { fields, text, isConflict: isFailedBy(error, 'version-conflict') }
}

/** Saves what was changed of the properties; what was typed stays until it is saved. */
export function useSaveProperties(before: Properties, onSaved: () => void) {
  const store = useDashboardStore()
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const save = async (after: Properties, isForced: boolean) => {
    const { id, version } = store.getState().info
    const body = changesOf(before, after)
    if (Object.keys(body).length === 0) return onSaved()
    setSaving(true)
    setFailure(undefined)
    try {
      await updateResource('dashboard', id, body, isForced ? undefined : version)
      takeOver(store, await showResource<DashboardAnswer>('dashboard', id))
      toast.show({ text: t('The dashboard has been saved'), tone: 'good' })
      onSaved()
    } catch (error) {
      setFailure(failureOf(error))
      setSaving(false)
    }
  }
  return { isSaving, failure, save }
}
