import { useQuery } from '@tanstack/react-query'
import { fetchDatasetLineage } from '#calls/lineage.ts'
import { t } from '#core/text/t.ts'
import { TextLink } from '#ui/input/TextLink.tsx'

/** The charts that use a column, limited to those the user may see. */
export function ColumnCharts({ datasetId, column }: { readonly datasetId: number; readonly column: string }) {
  const lineage = useQuery({
    queryKey: ['lineage', datasetId],
    queryFn: ({ signal }) => fetchDatasetLineage(datasetId, signal),
  })
  if (lineage.error) return <span>{t('What uses this cannot be shown: %s', lineage.error.message)}</span>
  if (!lineage.data) return <span>{t('Searching what uses this')}</span>
  const used = lineage.data.columns.find(({ name }) => name === column)?.charts ?? []
  const charts = lineage.data.charts.filter(({ id }) => used.includes(id))
  if (charts.length === 0) return <span>{t('No chart that you may see uses this')}</span>
  return charts.map(({ id, slice_name }) => (
    <TextLink key={id} href={`/explore?slice_id=${id}`} isUnderlined>
      {slice_name}
    </TextLink>
  ))
}
