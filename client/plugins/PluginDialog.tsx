import { useState } from 'react'
import { SaveDialog } from '#client/annotations/SaveDialog.tsx'
import { useSaveResource } from '#client/annotations/use-save.ts'
import type { AllowedActions } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { TextField } from '#ui/base/TextField.tsx'

/** A plug-in as listed. */
export interface PluginRow {
  readonly id: number
  readonly name: string
  readonly key: string
  readonly bundle_url: string
  readonly integrity: string
  readonly changed_on_delta_humanized?: string
  readonly abilities?: AllowedActions
}

interface PluginDialogProps {
  /** The plug-in to edit; absent for a new one. */
  readonly plugin?: PluginRow | undefined
  readonly onClose: () => void
}

/** Edits the URL and the integrity hash of a plug-in. */
export function PluginDialog({ plugin, onClose }: PluginDialogProps) {
  const [begun] = useState({
    name: plugin?.name ?? '',
    key: plugin?.key ?? '',
    bundle_url: plugin?.bundle_url ?? '',
    integrity: plugin?.integrity ?? '',
  })
  const [row, setRow] = useState(begun)
  const save = useSaveResource('dynamic_plugin', plugin?.id, onClose)
  const trimmed = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value.trim()]))
  const field = (name: keyof typeof row, label: string, description?: string) => (
    <TextField
      label={label}
      isRequired
      autoFocus={name === 'name'}
      maxLength={1000}
      value={row[name]}
      onChange={(value) => setRow((before) => ({ ...before, [name]: value }))}
      {...(description ? { description } : {})}
    />
  )
  return (
    <SaveDialog
      title={plugin ? t('Edit plug-in') : t('Add plug-in')}
      problem={save.error?.message}
      isChanged={JSON.stringify(row) !== JSON.stringify(begun)}
      canSave={Object.values(trimmed).every((value) => value !== '')}
      isSaving={save.isPending}
      onSave={() => save.mutate(trimmed)}
      onClose={onClose}
    >
      {field('name', t('Name'))}
      {field('key', t('Key'), t('The viz_type of its charts.'))}
      {field(
        'bundle_url',
        t('Address'),
        t('Of its module: a path of this host, or of an origin that an operator names.'),
      )}
      {field('integrity', t('Integrity'), t('A hash of its bytes, such as sha384-…: other bytes are not run.'))}
    </SaveDialog>
  )
}
