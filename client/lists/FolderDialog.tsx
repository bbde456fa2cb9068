import { useState } from 'react'
import { SaveDialog } from '#client/annotations/SaveDialog.tsx'
import { useSaveResource } from '#client/annotations/use-save.ts'
import type { FolderRowResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { TextField } from '#ui/base/TextField.tsx'
import { FolderField } from './FolderField.tsx'

const MAX_LENGTH = 250

interface Props {
  /** The folder to edit; absent for a new one. */
  readonly folder?: FolderRowResponse | undefined
  readonly onClose: () => void
}

/** Creates a folder, or renames and moves one. */
export function FolderDialog({ folder, onClose }: Props) {
  const before = folder?.parent?.id ?? null
  const [name, setName] = useState(folder?.name ?? '')
  const [parent, setParent] = useState(before)
  const save = useSaveResource('folder', folder?.id, onClose, folder?.version)
  const isMoved = parent !== before
  return (
    <SaveDialog
      title={folder ? t('Edit folder') : t('Add folder')}
      problem={save.error?.message}
      isChanged={name !== (folder?.name ?? '') || isMoved}
      canSave={name.trim() !== ''}
      isSaving={save.isPending}
      // A folder above that the user does not see stays, unless another one is selected.
      onSave={() => save.mutate({ name: name.trim(), ...(isMoved ? { parent_id: parent } : {}) })}
      onClose={onClose}
    >
      <TextField label={t('Name')} isRequired autoFocus maxLength={MAX_LENGTH} value={name} onChange={setName} />
      <FolderField
        label={t('In folder')}
        of="folder"
        field="parent"
        value={parent}
        onChange={setParent}
        except={folder?.id}
      />
    </SaveDialog>
  )
}
