import { useState } from 'react'
import { ApiError } from '#calls/call.ts'
import { session } from '#client/session/session.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/input/Button.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { lockedReason } from './dataset-access.ts'
import { problemText } from './problem-text.ts'
import type { DatasetEditing } from './use-edit-dataset.ts'

/** What the server says of a failed save; without an answer there is nothing to quote. */
function errorText(error: Error): string {
  const said = error instanceof ApiError ? error.message : ''
  return said || t('An error has occurred')
}

interface Props {
  readonly editing: DatasetEditing
  readonly onCancel: () => void
  /** Leaves out the way to the page of the editor, on that page. */
  readonly isPage?: boolean
}

/** Cancel and save: saving asks first, and says what went wrong without closing the editor. */
export function SaveButtons({ editing, onCancel, isPage }: Props) {
  const [asks, setAsks] = useState(false)
  const { dataset, problems, isSaving, saveError } = editing
  const locked = dataset && lockedReason(session().user, dataset)
  const first = problems[0]
  const why = locked ?? (first && problemText(first))
  const hasPage = !isPage && !session().flags.DISABLE_LEGACY_DATASOURCE_EDITOR
  return (
    <>
      {hasPage && dataset && (
        <LinkButton href={`/dataset/${dataset.id}`}>{t('Use legacy datasource editor')}</LinkButton>
      )}
      <Button onPress={onCancel}>{t('Cancel')}</Button>
      <Button
        variant="primary"
        isDisabled={!dataset || why !== undefined || isSaving}
        {...(why === undefined ? {} : { tooltip: why })}
        isPending={isSaving}
        onPress={() => setAsks(true)}
      >
        {t('Save')}
      </Button>
      <ConfirmDialog
        title={t('Confirm save')}
        isOpen={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => {
          setAsks(false)
          editing.save()
        }}
        confirmLabel={t('OK')}
        cancelLabel={t('Cancel')}
      >
        <Stack gap={3}>
          <p>{t('The configuration of this dataset affects all charts that use it, also those of other people.')}</p>
          <p>{t('Are you sure you want to save and apply changes?')}</p>
        </Stack>
      </ConfirmDialog>
      <Modal
        title={t('Error')}
        isOpen={saveError !== null}
        onClose={editing.forgetError}
        size="sm"
        role="alertdialog"
        footer={<Button onPress={editing.forgetError}>{t('OK')}</Button>}
      >
        <p>{saveError ? errorText(saveError) : ''}</p>
      </Modal>
    </>
  )
}
