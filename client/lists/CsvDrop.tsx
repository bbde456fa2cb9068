import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listDatabases } from '#calls/databases.ts'
import { uploadCsv } from '#calls/datasets.ts'
import { t } from '#core/text/t.ts'
import { FileDrop } from '#ui/input/FileDrop.tsx'
import { tableNameOf } from './table-name.ts'

/** A place for a CSV file, which becomes a table, a dataset and the start of a chart. */
export function CsvDrop({ onLoaded }: { readonly onLoaded: (datasetId: number) => void }) {
  const client = useQueryClient()
  const databases = useQuery({ queryKey: ['databases'], queryFn: listDatabases })
  const target = databases.data?.find((each) => each.allow_file_upload)
  const upload = useMutation({
    mutationFn: (file: File) => uploadCsv(target?.id as number, file, tableNameOf(file.name)),
    onSuccess: ({ dataset_id }) => {
      void client.invalidateQueries({ queryKey: ['list', 'dataset'] })
      onLoaded(dataset_id)
    },
  })
  const wrong = upload.error?.message ?? (databases.isSuccess && !target ? t('No database takes uploads.') : undefined)
  return (
    <FileDrop
      label={t('Drop a CSV file here')}
      description={t('It becomes a typed table, and you go on to its first chart.')}
      buttonLabel={t('Choose a file')}
      accept={['.csv', '.tsv', 'text/csv']}
      isPending={upload.isPending}
      isDisabled={!target}
      onFiles={([file]) => file && upload.mutate(file)}
      {...(wrong ? { error: wrong } : {})}
    />
  )
}
