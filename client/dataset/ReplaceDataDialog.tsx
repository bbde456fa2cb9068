import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DatasetRefresh } from '#calls/dataset-refresh.ts'
import { replaceData, undoReplaceData } from '#calls/uploads.ts'
import { acceptedExtensions } from '#client/upload/accepted-extensions.ts'
import { UploadDialog } from '#client/upload/UploadDialog.tsx'
import { useUploadTargets } from '#client/upload/use-upload-targets.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { FileDrop } from '#ui/input/FileDrop.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { renamedText } from './ColumnChanges.tsx'
import { columnDifferences, type TypedColumn } from './column-differences.ts'
import { ReplacedColumns, type RenamedColumns } from './ReplacedColumns.tsx'

interface Props {
  readonly dataset: DatasetResponse
  /** The file, if it was dropped. */
  readonly file?: File | undefined
  /** Called after the dataset and its charts have been renamed, and after an undo. */
  readonly onReplaced: (renamed: RenamedColumns) => void
  readonly onClose: () => void
}

const inverse = (renamed: RenamedColumns): RenamedColumns =>
  Object.fromEntries(Object.entries(renamed).map(([from, to]) => [to, from]))

/** Returns the columns of a dataset's table, without calculated columns. */
const tableColumns = ({ columns = [] }: DatasetResponse): readonly TypedColumn[] =>
  columns
    .filter(({ expression }) => !expression)
    .map(({ column_name, type }) => ({ name: column_name, type: type ?? undefined }))

/** Returns the renames that are still valid: from columns missing in the file to columns missing in the dataset. */
function fittingRenames(before: readonly TypedColumn[], after: readonly TypedColumn[], renamed: RenamedColumns) {
  const { added, removed } = columnDifferences(before, after)
  return Object.fromEntries(
    Object.entries(renamed).filter(([from, to]) => removed.includes(from) && added.includes(to)),
  )
}

/** Reports the result, with an undo that restores rows, dataset and charts. */
function useDone({ dataset, onReplaced }: Pick<Props, 'dataset' | 'onReplaced'>) {
  const client = useQueryClient()
  const changed = (renamed: RenamedColumns) => {
    void client.invalidateQueries({ queryKey: ['lineage', dataset.id] })
    onReplaced(renamed)
  }
  return (done: DatasetRefresh, renamed: RenamedColumns) => {
    const undo = () =>
      undoReplaceData(dataset.database?.id ?? 0, dataset.id, done)
        .then(() => changed(inverse(renamed)))
        .catch((error: Error) => toast.show({ text: error.message, tone: 'danger' }))
    const isMapped = Object.keys(renamed).length > 0
    const text = t('The data of "%s" is replaced.', dataset.table_name)
    toast.show({
      text: isMapped ? `${text} ${renamedText(done)}` : text,
      tone: 'good',
      action: { label: t('Undo'), onPress: () => void undo() },
    })
    changed(renamed)
  }
}

/** Replaces the rows of a dataset with a file: preview, column differences and their mapping. */
export function ReplaceDataDialog({ dataset, file: dropped, onReplaced, onClose }: Props) {
  const [file, setFile] = useState(dropped)
  const [renamed, setRenamed] = useState<RenamedColumns>({})
  const sent = useRef<{ readonly done: DatasetRefresh; readonly renamed: RenamedColumns }>(undefined)
  const targets = useUploadTargets()?.filter(({ id }) => id === dataset.database?.id)
  const done = useDone({ dataset, onReplaced })
  const before = tableColumns(dataset)
  if (!file || !targets || targets.length === 0)
    return (
      <Modal title={t('Replace the data of "%s"', dataset.table_name)} isOpen onClose={onClose}>
        <FileDrop
          label={t('Drop a file here')}
          description={t('You see its rows and its columns before anything changes.')}
          buttonLabel={t('Choose a file')}
          accept={acceptedExtensions()}
          isDisabled={!targets || targets.length === 0}
          onFiles={([first]) => setFile(first)}
          {...(targets?.length === 0 && { error: t('The database of this dataset takes no uploads.') })}
        />
      </Modal>
    )
  return (
    <UploadDialog
      file={file}
      targets={targets}
      onClose={onClose}
      onLoaded={() => {
        onClose()
        if (sent.current) done(sent.current.done, sent.current.renamed)
      }}
      replaces={{
        title: t('Replace the data of "%s" by "%s"', dataset.table_name, file.name),
        send: async (databaseId, upload, wait, columns) => {
          const names = fittingRenames(before, columns, renamed)
          const replaced = { datasetId: dataset.id, table: dataset.table_name, renamed: names }
          const result = await replaceData(databaseId, upload, replaced, wait)
          sent.current = { done: result, renamed: names }
          return { dataset_id: dataset.id }
        },
        section: (columns) => (
          <ReplacedColumns
            datasetId={dataset.id}
            before={before}
            after={columns}
            renamed={fittingRenames(before, columns, renamed)}
            onChange={setRenamed}
          />
        ),
      }}
    />
  )
}
