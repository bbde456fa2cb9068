import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { type DatasetLineage, fetchDatasetLineage, type FieldLineage } from '#calls/lineage.ts'
import { t } from '#core/text/t.ts'
import { TextLink } from '#ui/input/TextLink.tsx'
import { Stack } from '#ui/layout/Stack.tsx'

interface Props {
  readonly datasetId: number
  readonly type: 'columns' | 'metrics'
  /** The saved name; undefined for an unsaved part. */
  readonly name: string | undefined
}

interface Link {
  readonly key: string
  readonly href: string
  readonly text: string
}

const dashboardHref = (id: number) => `/dashboard/${id}/`

/** Returns links to the charts, filters and dashboards that use a part. */
function linksOf({ charts, filters, dashboards }: FieldLineage, all: DatasetLineage) {
  const titles = new Map(all.dashboards.map(({ id, title }) => [id, title || t('[ untitled dashboard ]')]))
  return {
    charts: all.charts
      .filter(({ id }) => charts.includes(id))
      .map(({ id, slice_name }) => ({ key: String(id), href: `/explore?slice_id=${id}`, text: slice_name })),
    filters: all.filters
      .filter((each) => filters.some(({ dashboard_id, id }) => id === each.id && dashboard_id === each.dashboard_id))
      .map(({ dashboard_id, id, name }) => ({
        key: `${dashboard_id} ${id}`,
        href: dashboardHref(dashboard_id),
        text: t('%s on %s', name, titles.get(dashboard_id) ?? ''),
      })),
    dashboards: dashboards.map((id) => ({ key: String(id), href: dashboardHref(id), text: titles.get(id) ?? '' })),
  }
}

function Links({ label, links }: { readonly label: string; readonly links: readonly Link[] }) {
  if (links.length === 0) return null
  return (
    <p>
      {label}{' '}
      {links.map(({ key, href, text }, index) => (
        <Fragment key={key}>
          {index > 0 && ', '}
          <TextLink href={href} isUnderlined>
            {text}
          </TextLink>
        </Fragment>
      ))}
    </p>
  )
}

/** The uses of a dataset's column or metric, limited to what the user may see. */
export function FieldUsage({ datasetId, type, name }: Props) {
  const lineage = useQuery({
    queryKey: ['lineage', datasetId],
    queryFn: ({ signal }) => fetchDatasetLineage(datasetId, signal),
    enabled: name !== undefined,
  })
  if (name === undefined) return null
  if (lineage.error) return <p>{t('What uses this cannot be shown: %s', lineage.error.message)}</p>
  if (!lineage.data) return <p>{t('Searching what uses this')}</p>
  const part = lineage.data[type].find((each) => each.name === name)
  if (!part) return <p>{t('No chart, filter or dashboard that you may see uses this')}</p>
  const { charts, filters, dashboards } = linksOf(part, lineage.data)
  return (
    <Stack gap={1}>
      <Links label={t('Charts:')} links={charts} />
      <Links label={t('Filters:')} links={filters} />
      <Links label={t('Dashboards:')} links={dashboards} />
      {lineage.data.is_limited && <p>{t('Not all charts and dashboards were searched')}</p>}
    </Stack>
  )
}
