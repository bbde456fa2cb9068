import { useState } from 'react'
import { type Properties, withProperties } from './properties.ts'
import { fetchResource, updateResource } from '#calls/resources.ts'
import { ensureTags } from '#calls/tags.ts'
import { saveFailure, type SaveFailure } from '#client/properties/save-failure.ts'
import { session } from '#client/session/session.ts'
import type { DashboardResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { edit } from '../state/edit.ts'
import { infoBody, mergedMetadata } from '../state/info-body.ts'
import { type DashboardInfo, type Metadata, parseObject } from '../state/dashboard-info.ts'
import { applyStoredProperties } from '../state/apply-stored-properties.ts'
import { useDashboardStore } from '../state/store.ts'

const print = (value: unknown) => JSON.stringify(value)

/** Returns a body with the changed properties only; `theirs` are another user's metadata to overwrite. */
function bodyOf(before: DashboardInfo, after: DashboardInfo, theirs?: Metadata): Record<string, unknown> {
  if (print(before.metadata) === print(after.metadata)) return infoBody(before, after)
  const metadata = theirs ? mergedMetadata(before.metadata, after.metadata, theirs) : after.metadata
  return { ...infoBody(before, after), json_metadata: print(metadata) }
}

/** Updates the URL if the page was opened by its slug and the slug has changed. */
function renameAddress(before: string | null, after: string | null, id: number): void {
  const root = `${session().settings.basePath}/dashboard/`
  const { pathname, search, hash } = window.location
  if (before === null || before === after || pathname !== root + encodeURIComponent(before)) return
  const next = root + encodeURIComponent(after ?? String(id))
  window.history.replaceState(window.history.state, '', next + search + hash)
}

const areMade = ({ tags }: Properties): boolean => tags.every(({ id }) => id > 0)

/** Creates new tags first, because tags are assigned by id. */
async function withTags(properties: Properties): Promise<Properties> {
  if (areMade(properties)) return properties
  return { ...properties, tags: await ensureTags(properties.tags) }
}

/** Saves the changed properties; the input stays until it is saved. */
export function useSaveProperties(before: DashboardInfo, onSaved: () => void) {
  const store = useDashboardStore()
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<SaveFailure>()
  const write = async (after: DashboardInfo, isForced: boolean) => {
    const theirs = isForced ? await fetchResource<DashboardResponse>('dashboard', before.id) : undefined
    const body = bodyOf(before, after, theirs && parseObject(theirs.json_metadata))
    if (Object.keys(body).length === 0) return
    await updateResource('dashboard', before.id, body, theirs?.version ?? store.getState().info.version)
    const stored = await fetchResource<DashboardResponse>('dashboard', before.id)
    applyStoredProperties(store, stored)
    renameAddress(before.slug, stored.slug ?? null, before.id)
    toast.show({ text: t('The dashboard has been saved'), tone: 'good' })
  }
  const save = async (properties: Properties, isForced: boolean) => {
    setSaving(true)
    setFailure(undefined)
    try {
      await write(withProperties(before, await withTags(properties)), isForced)
      onSaved()
    } catch (error) {
      setFailure(saveFailure(error))
      setSaving(false)
    }
  }
  /** In edit mode, the properties become part of the unsaved changes. */
  const apply = (properties: Properties) => {
    const after = withProperties(before, properties)
    const isChanged = print(before) !== print(after)
    if (isChanged) edit(store, ({ info }) => ({ info: { ...after, version: info.version } }))
    onSaved()
  }
  /** New tags are created first. */
  const applyTagged = async (properties: Properties) => {
    if (areMade(properties)) return apply(properties)
    setSaving(true)
    setFailure(undefined)
    try {
      apply(await withTags(properties))
    } catch (error) {
      setFailure(saveFailure(error))
      setSaving(false)
    }
  }
  return { isSaving, failure, save, apply: applyTagged }
}
