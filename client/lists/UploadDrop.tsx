import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isFailedBy } from '#calls/call.ts'
import { listDatabases } from '#calls/databases.ts'
import { type FileUpload, previewUpload, uploadFile } from '#calls/datasets.ts'
import { onDemand } from '#client/shell/on-demand.tsx'
import type { UploadPreview } from '#core/rest/upload.ts'
import { compressedExtensions, uploadExtensions } from '#core/rest/upload-extensions.ts'
import { hasUploadPermission, uploadTypes } from '#core/access/upload.ts'
import { session } from '#client/session/session.ts'
import { t } from '#core/text/t.ts'
import { FileDrop } from '#ui/input/FileDrop.tsx'
import { Select } from '#ui/input/Select.tsx'
import { isPlain } from './upload-plain.ts'
import { TableTaken } from './TableTaken.tsx'
import { tableNameOf } from './table-name.ts'

const UploadPreviewDialog = onDemand(() =>
  import('./UploadPreviewDialog.tsx').then((module) => module.UploadPreviewDialog),
)

/** The database of the examples, whose tables are not those of users. */
const EXAMPLES = 'examples'

/** Returns the extensions of the files that the user may upload. */
function acceptedExtensions(): readonly string[] {
  const { user } = session()
  const types = uploadTypes.filter((type) => hasUploadPermission(user, type))
  return [...types.flatMap((type) => uploadExtensions[type]), ...compressedExtensions]
}

interface Props {
  readonly onLoaded: (datasetId: number) => void
  /** As low as a row. */
  readonly isRow?: boolean
}

/** A file that somebody has to look at before it is loaded, or whose table is there. */
interface Asking {
  readonly upload: FileUpload
  readonly why: UploadPreview | 'taken'
  /** What its beginning did not show: dates of either order further down. */
  readonly isOrderAsked?: boolean
}

/**
 * What becomes of a file: it is loaded at once where its beginning says how it is read; else its first rows are shown. A
 * beginning that cannot be read is not the last word: the upload says why the file cannot.
 */
function useUpload(databaseId: number | undefined, onLoaded: Props['onLoaded']) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<Asking>()
  const seen = useRef<UploadPreview>(undefined)
  const upload = useMutation({
    mutationFn: (asked: FileUpload) => uploadFile(databaseId as number, asked),
    onSuccess: ({ dataset_id }) => {
      setAsking(undefined)
      void client.invalidateQueries({ queryKey: ['list', 'dataset'] })
      onLoaded(dataset_id)
    },
    onError: (error, asked) => {
      if (isTaken(error)) setAsking({ upload: asked, why: 'taken' })
      else if (seen.current && isOrderWanted(error)) setAsking({ upload: asked, why: seen.current, isOrderAsked: true })
    },
  })
  const look = useMutation({
    mutationFn: (file: File) => previewUpload(databaseId as number, file, {}).catch(() => undefined),
    onSuccess: (found, file) => {
      seen.current = found
      const asked = { file, table: tableNameOf(file.name), existing: 'fail' } as const
      if (found && !isPlain(found)) setAsking({ upload: asked, why: found })
      else upload.mutate(asked)
    },
  })
  const drop = (file: File) => {
    upload.reset()
    look.mutate(file)
  }
  const close = () => {
    upload.reset()
    setAsking(undefined)
  }
  return { asking, upload, drop, close, isBusy: look.isPending || upload.isPending }
}

/** A drop zone for a file, which becomes a table, a dataset and the start of a chart. */
export function UploadDrop({ onLoaded, isRow }: Props) {
  const databases = useQuery({ queryKey: ['databases'], queryFn: listDatabases })
  const [chosen, setChosen] = useState<number>()
  const targets = (databases.data ?? []).filter((each) => each.allow_file_upload && each.database_name !== EXAMPLES)
  const target = targets.find(({ id }) => id === chosen) ?? targets[0]
  const { asking, upload, drop, close, isBusy } = useUpload(target?.id, onLoaded)
  const failure = isTaken(upload.error) ? undefined : upload.error?.message
  const wrong = databases.isSuccess && !target ? t('No database takes uploads.') : undefined
  const error = wrong ?? (asking ? undefined : failure)
  const shared = { isPending: upload.isPending, problem: failure, onClose: close }
  return (
    <>
      <FileDrop
        label={t('Drop a file here')}
        description={t('Facet creates a dataset and opens your first chart.')}
        buttonLabel={t('Choose a file')}
        accept={acceptedExtensions()}
        isRow={isRow}
        isPending={isBusy}
        isDisabled={!target}
        onFiles={([file]) => file && drop(file)}
        {...(error ? { error } : {})}
      />
      {targets.length > 1 && (
        <Select<number>
          label={t('Database')}
          options={targets.map(({ id, database_name: label }) => ({ value: id, label }))}
          value={target?.id}
          onChange={setChosen}
        />
      )}
      {asking?.why === 'taken' && (
        <TableTaken
          {...shared}
          key={asking.upload.table}
          table={asking.upload.table}
          onChoose={(choice) => upload.mutate({ ...asking.upload, ...choice })}
        />
      )}
      {asking && asking.why !== 'taken' && target && (
        <UploadPreviewDialog
          {...shared}
          databaseId={target.id}
          file={asking.upload.file}
          found={asking.why}
          isOrderAsked={asking.isOrderAsked === true}
          onLoad={(choices) => upload.mutate({ ...asking.upload, ...choices })}
        />
      )}
    </>
  )
}

const isOrderWanted = (error: Error): boolean =>
  isFailedBy(error, 'upload-date-order') ||
  isFailedBy(error, 'upload-date-mixed') ||
  isFailedBy(error, 'upload-date-year')
const isTaken = (error: Error | null): boolean => isFailedBy(error, 'upload-table-exists')
