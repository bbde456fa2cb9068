import { useState } from 'react'
import { SaveDialog } from '#client/annotations/SaveDialog.tsx'
import { useSaveResource } from '#client/annotations/use-save.ts'
import type { TagResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { TextField } from '#ui/base/TextField.tsx'

interface Props {
  /** The tag to edit; absent for a new one. */
  readonly tag?: TagResponse | undefined
  readonly onClose: () => void
}

const MAX_LENGTH = 250

/** Edits the name and description of a tag. */
export function TagDialog({ tag, onClose }: Props) {
  const [name, setName] = useState(tag?.name ?? '')
  const [description, setDescription] = useState(tag?.description ?? '')
  const save = useSaveResource('tag', tag?.id, onClose)
  const isUnfit = /[:,]/.test(name)
  const reason = save.error?.message
  return (
    <SaveDialog
      title={tag ? t('Edit tag') : t('Add tag')}
      problem={reason === undefined || tag ? reason : t('An error occurred while creating %ss: %s', t('tag'), reason)}
      isChanged={name !== (tag?.name ?? '') || description !== (tag?.description ?? '')}
      canSave={name.trim() !== '' && !isUnfit}
      isSaving={save.isPending}
      onSave={() => save.mutate({ name: name.trim(), description: description.trim() || null })}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        isRequired
        autoFocus
        maxLength={MAX_LENGTH}
        value={name}
        onChange={setName}
        error={isUnfit ? t('A name of a tag has no colon and no comma') : undefined}
      />
      <TextField
        label={t('Description')}
        description={t('Tagged items')}
        isMultiline
        rows={3}
        maxLength={2000}
        value={description}
        onChange={setDescription}
      />
    </SaveDialog>
  )
}
