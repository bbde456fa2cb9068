import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { useExplore } from '../state/store.ts'
import { RowsView } from './RowsView.tsx'
import { samplesFailure } from '#client/dataset/samples-failure.ts'
import { useSamples } from '#client/dataset/use-samples.ts'

/** Sample rows of the dataset, independent of the chart's query. */
export function Samples() {
  const samples = useSamples(useExplore((state) => state.dataset))
  if (samples.isPending) return <Skeleton shape="rows" label={t('Loading the samples')} />
  if (samples.isError) {
    const again = <Button onPress={() => void samples.refetch()}>{t('Try again')}</Button>
    return <ErrorPanel title={samplesFailure(samples.error)} actions={again} />
  }
  if (samples.data.rowcount === 0)
    return <EmptyState size="sm" title={t('No samples were returned for this dataset')} />
  return <RowsView answer={samples.data} rows="samples" />
}
