import { useState } from 'react'
import { ApiResponseError, hasErrorCode } from '#calls/call.ts'
import { session } from '#client/session/session.ts'
import { readErrorBody } from '#core/rest/read-error.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { lockedReason } from './dataset-access.ts'
import { problemText } from './problem-text.ts'
import styles from './DatasetEditor.module.css'
import type { DatasetEditing } from './use-edit-dataset.ts'

/** Returns the server's messages for a failed save, or a general one if there are none. */
function errorTexts(error: Error): readonly string[] {
  const isResponse = error instanceof ApiResponseError && error.kind === 'answer'
  const bodyMessage = isResponse ? readErrorBody(error.body).message : undefined
  if (isResponse && bodyMessage !== undefined) return [error.message]
  return [t('An error has occurred'), error.message]
}

/** The error of a failed save. If another user has saved in between, both versions can be kept. */
function SaveError({ editing, error }: { readonly editing: DatasetEditing; readonly error: Error }) {
  const isConflict = hasErrorCode(error, 'version-conflict')
  const ways = isConflict && (
    <>
      <Button isWrite variant="danger" onPress={() => editing.save(true)}>
        {t('Overwrite theirs')}
      </Button>
      <Button variant="primary" isPending={editing.isBringingIn} onPress={editing.bringIn}>
        {t('Merge their changes')}
      </Button>
    </>
  )
  return (
    <Modal
      title={t('Error')}
      isOpen
      onClose={editing.forgetError}
      size="sm"
      role="alertdialog"
      footer={
        <>
          <Button onPress={editing.forgetError}>{isConflict ? t('Keep editing') : t('OK')}</Button>
          {ways}
        </>
      }
    >
      <Stack gap={3}>
        {errorTexts(error).map((text) => (
          <p key={text}>{text}</p>
        ))}
        {isConflict && <p>{t('Your changes are not saved, and none of them is lost.')}</p>}
      </Stack>
    </Modal>
  )
}

interface Props {
  readonly editing: DatasetEditing
  readonly onCancel: () => void
  /** True on the page of the editor, where the link to that page is hidden. */
  readonly isPage?: boolean
}

/** Cancel and Save: Save asks for confirmation and shows errors without closing the editor. */
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
      {locked === undefined && first?.kind === 'expression' && (
        <span role="status" className={styles['incomplete']}>
          {why}
        </span>
      )}
      <Button onPress={onCancel}>{t('Cancel')}</Button>
      <Button
        variant="primary"
        isWrite
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
          <p>{t('The configuration of this dataset affects all charts that use it, also those of other users.')}</p>
          <p>{t('Are you sure you want to save and apply changes?')}</p>
        </Stack>
      </ConfirmDialog>
      {saveError && <SaveError editing={editing} error={saveError} />}
    </>
  )
}
