import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { DatabaseResponse } from '#calls/databases.ts'
import type { DateOrder } from '#core/rest/upload.ts'
import { uploadTypeOf } from '#core/access/upload-extensions.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import type { LoadedColumn } from './column-edits.ts'
import { ExistingTableDialog } from './ExistingTableDialog.tsx'
import { UploadFirstRows } from './UploadFirstRows.tsx'
import { UploadNotes } from './UploadNotes.tsx'
import { UploadOptions } from './UploadOptions.tsx'
import { UploadBadCells, UploadQuestions } from './UploadProblem.tsx'
import { UploadTarget } from './UploadTarget.tsx'
import { uploadProgress, uploadShare } from './upload-progress.ts'
import { useLoadProgress } from './use-upload-load.ts'
import { type UploadDialogState, useUploadDialog } from './use-upload-dialog.ts'
import { useLeaveConfirmation } from '#client/shell/use-leave-confirmation.ts'
import type { SendUpload, UploadedBytes } from './use-upload-load.ts'
import { formatBytes } from '#core/format/bytes.ts'
import { Progress } from '#ui/display/Progress.tsx'

/** The upload progress in bytes; after the last byte, the server reads the rows. */
function UploadProgress({
  sent,
  uploadKey,
}: {
  readonly sent: UploadedBytes | undefined
  readonly uploadKey?: string | undefined
}) {
  const isSent = sent !== undefined && sent.sent >= sent.total
  const loading = useLoadProgress(isSent ? uploadKey : undefined)
  const text =
    sent === undefined ? t('Sending the file') : t('%s of %s sent', formatBytes(sent.sent), formatBytes(sent.total))
  const share = isSent ? loading && uploadShare(loading) : sent && sent.sent / Math.max(sent.total, 1)
  const rows = loading && uploadProgress(loading)
  return (
    <Stack gap={2}>
      <Progress
        label={isSent ? t('Loading the rows') : t('Sending the file')}
        isThin={false}
        {...(share !== undefined && { value: share })}
      />
      <span>{isSent ? `${text}. ${rows ?? t('Loading the rows')}` : text}</span>
    </Stack>
  )
}

/** A table that the file replaces. */
export interface ReplaceTarget {
  readonly title: string
  readonly send: SendUpload
  /** Renders additional content for the columns to be loaded. */
  readonly section: (columns: readonly LoadedColumn[]) => ReactNode
}

export interface UploadDialogProps {
  readonly file: File
  /** The databases that accept uploads. */
  readonly targets: readonly DatabaseResponse[]
  readonly onLoaded: (datasetId: number) => void
  readonly onClose: () => void
  /** Absent if the file creates a new table. */
  readonly replaces?: ReplaceTarget
}

interface PartProps {
  readonly state: UploadDialogState
}

const orders = () =>
  [
    { value: 'day', label: t('Day first') },
    { value: 'month', label: t('Month first') },
    { value: 'year', label: t('Year first') },
    { value: 'text', label: t('As text') },
  ] as const

/** Selects whether the day or the month comes first, if the columns of the preview are ambiguous. */
function Order({ state: { preview, chosen, choose } }: PartProps) {
  const { found } = preview
  if (!found || found.date_order === null) return null
  const names = found.columns.filter(({ isEitherOrder }) => isEitherOrder).map(({ name }) => `"${name}"`)
  return (
    <RadioGroup<DateOrder>
      label={
        names.length > 0
          ? t('Dates of %s may begin with the day or the month', names.join(', '))
          : t('Dates begin with')
      }
      isInline
      options={orders()}
      value={chosen.choices.dateOrder ?? found.date_order}
      onChange={(dateOrder) => choose({ dateOrder })}
    />
  )
}

/** The decisions required before the file can be loaded, or why it cannot be. */
function Problems({ state }: PartProps) {
  const { problem, questions, badCells, chosen, answer, loading } = state
  return (
    <>
      {(problem !== undefined || loading.isStopped) && (
        <Banner tone={problem === undefined ? 'neutral' : 'danger'} isLive>
          {problem ?? t('The upload was stopped.')}
        </Banner>
      )}
      {questions.length > 0 && (
        <UploadQuestions questions={questions} answers={chosen.choices.answers ?? {}} onResponse={answer} />
      )}
      {badCells && <UploadBadCells list={badCells} value={chosen.badCells} onChange={chosen.setBadCells} />}
    </>
  )
}

function Body({ state, targets, file, replaces }: PartProps & Omit<UploadDialogProps, 'onLoaded' | 'onClose'>) {
  const { chosen, preview, loading, columns, choose, edit } = state
  const { found } = preview
  const isInDoubt = found !== undefined && (found.unsure.length > 0 || !found.isEncodingSure)
  return (
    <Stack gap={4}>
      {loading.isPending && <UploadProgress sent={loading.sent} uploadKey={loading.uploadKey} />}
      <div inert={loading.isPending}>
        <Stack gap={4}>
          <Problems state={state} />
          <UploadTarget state={state} targets={targets} isReplacement={replaces !== undefined} />
          <Order state={state} />
          {found && <UploadNotes found={found} />}
          {found && columns ? (
            <UploadFirstRows
              columns={columns}
              columnCount={found.column_count}
              rowCount={found.rows.length}
              isLoading={preview.isFetching}
              onEdit={edit}
            />
          ) : (
            preview.isFetching && <Skeleton shape="block" label={t('Reading the file')} />
          )}
          {found && replaces?.section(state.loaded)}
          <UploadOptions
            type={found?.type ?? uploadTypeOf(file.name)}
            found={found}
            choices={chosen.choices}
            existing={replaces ? undefined : chosen.existing}
            isInDoubt={isInDoubt || preview.error !== undefined}
            onChange={choose}
            onExisting={chosen.setExisting}
          />
        </Stack>
      </div>
    </Stack>
  )
}

/** Moves the focus to the Load button when the file becomes loadable. */
function useLoadFocus(button: RefObject<HTMLButtonElement | null>, isReady: boolean): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (!isReady || isDone.current) return
    isDone.current = true
    button.current?.focus()
  }, [button, isReady])
}

interface FooterProps extends PartProps {
  readonly onClose: () => void
  readonly label: string
}

function Footer({ state, onClose, label }: FooterProps) {
  const { loading, isReady, loadIt } = state
  const button = useRef<HTMLButtonElement>(null)
  useLoadFocus(button, isReady)
  return (
    <>
      {loading.isPending ? (
        <Button onPress={loading.stop}>{t('Cancel upload')}</Button>
      ) : (
        <Button onPress={onClose}>{t('Cancel')}</Button>
      )}
      <Button
        isWrite
        variant="primary"
        ref={button}
        isDisabled={!isReady}
        isPending={loading.isPending}
        onPress={loadIt}
      >
        {label}
      </Button>
    </>
  )
}

/** A file before it is loaded: a preview of its first rows, its settings, and the load itself. */
export function UploadDialog({ file, targets, onLoaded, onClose, replaces }: UploadDialogProps) {
  const state = useUploadDialog(file, targets, onLoaded, replaces?.send)
  const { loading, isTaken, chosen } = state
  const leaving = useLeaveConfirmation(loading.isPending, loading.isRunning)
  const close = async () => {
    if (!loading.isRunning() || (await leaving.ask())) onClose()
  }
  if (isTaken)
    return (
      <ExistingTableDialog
        key={chosen.table}
        table={chosen.table.trim()}
        isPending={false}
        problem={undefined}
        onClose={loading.reset}
        onChoose={(choice) => {
          chosen.setTable(choice.table)
          chosen.setExisting(choice.existing)
          state.load(choice)
        }}
      />
    )
  return (
    <>
      <Modal
        title={replaces?.title ?? t('Upload "%s"', file.name)}
        isOpen
        size="gallery"
        isMaskClosable={!loading.isPending}
        onClose={() => void close()}
        footer={<Footer state={state} onClose={onClose} label={replaces ? t('Replace data') : t('Load')} />}
      >
        <Body state={state} targets={targets} file={file} {...(replaces && { replaces })} />
      </Modal>
      <ConfirmDialog
        title={t('Stop the upload?')}
        isOpen={leaving.isAsked}
        tone="danger"
        confirmLabel={t('Stop and leave')}
        cancelLabel={t('Keep uploading')}
        onConfirm={() => leaving.answer(true)}
        onClose={() => leaving.answer(false)}
      >
        {t('"%s" is still being loaded. Leaving stops it.', file.name)}
      </ConfirmDialog>
    </>
  )
}
