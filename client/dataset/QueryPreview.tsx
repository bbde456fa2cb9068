import { useQuery } from '@tanstack/react-query'
import { fetchDatasetSamples } from '#calls/datasets.ts'
import { FullResultTable } from '#client/chart/FullResultTable.tsx'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { CopyButton } from '#ui/display/CopyButton.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { datasetSql } from './dataset-sql.ts'
import styles from './QueryPreview.module.css'

/** The number of preview rows. */
const ROWS = 100

interface Props {
  readonly dataset: DatasetResponse
  readonly onClose: () => void
}

/** The SQL of a dataset and sample rows. */
export function QueryPreview({ dataset, onClose }: Props) {
  const { id, version } = dataset
  const sql = useQuery({
    queryKey: ['dataset-sql', id, version],
    queryFn: ({ signal }) => datasetSql(dataset, signal),
  })
  const samples = useQuery({
    queryKey: ['dataset-samples', id, version],
    queryFn: ({ signal }) => fetchDatasetSamples(id, ROWS, signal),
  })
  return (
    <Modal title={t('Query preview')} isOpen onClose={onClose} size="lg" isFullHeight>
      <Stack gap={4}>
        {sql.isPending && <Skeleton shape="lines" label={t('Loading')} />}
        {sql.isError && <ErrorPanel title={t('An error occurred while loading the SQL')} text={sql.error.message} />}
        {sql.data !== undefined && (
          <Stack gap={2}>
            <CodeEditor
              label={t('SQL')}
              value={sql.data}
              onChange={() => undefined}
              language="sql"
              minLines={8}
              maxLines={16}
              isReadOnly
            />
            <Inline>
              <CopyButton
                variant="button"
                label={t('Copy')}
                copiedLabel={t('Copied')}
                text={sql.data}
                onError={() => toast.show({ text: t('Sorry, your browser does not support copying.'), tone: 'danger' })}
              />
            </Inline>
          </Stack>
        )}
        {samples.isPending && <Skeleton shape="rows" label={t('Loading the samples')} />}
        {samples.isError && <ErrorPanel title={t('Sorry, an error occurred')} text={samples.error.message} />}
        {samples.data && (
          <div className={styles['rows']}>
            <FullResultTable answer={samples.data} label={t('the samples')} />
          </div>
        )}
      </Stack>
    </Modal>
  )
}
