import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isFailedBy } from '#calls/call.ts'
import { listDatabases } from '#calls/databases.ts'
import { type CsvUpload, uploadCsv } from '#calls/datasets.ts'
import { t } from '#core/text/t.ts'
import { FileDrop } from '#ui/input/FileDrop.tsx'
import { TableTaken } from './TableTaken.tsx'
import { tableNameOf } from './table-name.ts'

interface Props {
  readonly onLoaded: (datasetId: number) => void
  /** As low as a row. */
  readonly isRow?: boolean
}

/** A place for a CSV file, which becomes a table, a dataset and the start of a chart. */
export function CsvDrop({ onLoaded, isRow }: Props) {
  const client = useQueryClient()
  const [taken, setTaken] = useState<CsvUpload>()
  const databases = useQuery({ queryKey: ['databases'], queryFn: listDatabases })
  const target = databases.data?.find((each) => each.allow_file_upload)
  const upload = useMutation({
    mutationFn: (asked: CsvUpload) => uploadCsv(target?.id as number, asked),
    onSuccess: ({ dataset_id }) => {
      setTaken(undefined)
      void client.invalidateQueries({ queryKey: ['list', 'dataset'] })
      onLoaded(dataset_id)
    },
    onError: (error, asked) => {
      if (isTaken(error)) setTaken(asked)
    },
  })
  const failure = isTaken(upload.error) ? undefined : upload.error?.message
  const wrong = databases.isSuccess && !target ? t('No database takes uploads.') : undefined
  return (
    <>
      <FileDrop
        label={t('Drop a CSV file here')}
        description={t('It becomes a typed table, and you go on to its first chart.')}
        buttonLabel={t('Choose a file')}
        accept={['.csv', '.tsv', 'text/csv']}
        isRow={isRow}
        isPending={upload.isPending}
        isDisabled={!target}
        onFiles={([file]) => file && upload.mutate({ file, table: tableNameOf(file.name), existing: 'fail' })}
        {...((wrong ?? (taken ? undefined : failure)) ? { error: wrong ?? failure } : {})}
      />
      {taken && (
        <TableTaken
          key={taken.table}
          table={taken.table}
          isPending={upload.isPending}
          problem={failure}
          onChoose={(choice) => upload.mutate({ file: taken.file, ...choice })}
          onClose={() => {
            upload.reset()
            setTaken(undefined)
          }}
        />
      )}
    </>
  )
}

const isTaken = (error: Error | null): boolean => isFailedBy(error, 'upload-table-exists')
