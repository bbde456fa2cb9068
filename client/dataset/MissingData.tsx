import { useState } from 'react'
import { onDemand } from '#client/shell/on-demand.tsx'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Button } from '#ui/base/Button.tsx'

const ChangeDatasetDialog = onDemand(async () => (await import('./ChangeDatasetDialog.tsx')).ChangeDatasetDialog)

interface Props {
  /** `parameters`: the URL names no dataset. `dataset`: the named dataset no longer exists. */
  readonly what: 'parameters' | 'dataset'
  readonly onDataset: (dataset: DatasetResponse) => void
}

/** Explore without a dataset: the reason and a button to select one. */
export function MissingData({ what, onDataset }: Props) {
  const [isOpen, setOpen] = useState(false)
  const isDataset = what === 'dataset'
  return (
    <>
      <EmptyState
        size="lg"
        isPage
        icon="warning"
        title={isDataset ? t('Missing dataset') : t('Missing URL parameters')}
        text={
          isDataset
            ? t('The dataset linked to this chart may have been deleted.')
            : t('The URL is missing the dataset_id or slice_id parameters.')
        }
        actions={
          <Button variant="primary" onPress={() => setOpen(true)}>
            {t('Change dataset')}
          </Button>
        }
      />
      {isOpen && <ChangeDatasetDialog onClose={() => setOpen(false)} onApply={onDataset} />}
    </>
  )
}
