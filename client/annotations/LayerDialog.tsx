import { useState } from 'react'
import type { AllowedActions } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { TextField } from '#ui/base/TextField.tsx'
import { SaveDialog } from './SaveDialog.tsx'
import { useSaveResource } from './use-save.ts'

/** An annotation layer as listed. */
export interface LayerRow {
  readonly id: number
  readonly name: string
  readonly descr: string | null
  readonly changed_on_delta_humanized?: string
  readonly abilities?: AllowedActions
}

interface LayerDialogProps {
  /** The layer to edit; absent for a new one. */
  readonly layer?: LayerRow | undefined
  readonly onClose: () => void
}

/** Edits the name and description of an annotation layer. */
export function LayerDialog({ layer, onClose }: LayerDialogProps) {
  const [name, setName] = useState(layer?.name ?? '')
  const [descr, setDescr] = useState(layer?.descr ?? '')
  const save = useSaveResource('annotation_layer', layer?.id, onClose)
  return (
    <SaveDialog
      title={layer ? t('Edit annotation layer properties') : t('Add annotation layer')}
      problem={save.error?.message}
      canSave={name.trim() !== ''}
      isChanged={name !== (layer?.name ?? '') || descr !== (layer?.descr ?? '')}
      isSaving={save.isPending}
      onSave={() => save.mutate({ name: name.trim(), descr: descr === '' ? null : descr })}
      onClose={onClose}
    >
      <TextField label={t('Name')} isRequired autoFocus maxLength={250} value={name} onChange={setName} />
      <TextField label={t('Description')} value={descr} onChange={setDescr} isMultiline rows={3} />
    </SaveDialog>
  )
}
