import type { DatasetLineage } from '#calls/lineage.ts'
import { t } from '#core/text/t.ts'
import type { EntityUse } from './list-props.ts'

/**
 * Returns the distinct dependents of datasets: datasets that read them or may read them, which are few and have charts of
 * their own, then charts and dashboards. Dashboards that use a dataset in filters are labeled so.
 */
export function datasetUses(all: readonly DatasetLineage[]): readonly EntityUse[] {
  const charts = all.flatMap((each) => each.charts)
  const filtered = new Set(all.flatMap(({ filters }) => filters.map(({ dashboard_id }) => dashboard_id)))
  const dashboards = all.flatMap((each) => each.dashboards)
  const readers = all.flatMap((each) => each.datasets)
  const possible = all.flatMap((each) => each.undetermined_datasets)
  const datasetHref = (id: number) => `/explore?dataset_id=${id}`
  const uses = [
    ...readers.map(({ id, table_name }) => ({ name: t('Dataset %s', table_name), href: datasetHref(id) })),
    ...possible.map(({ id, table_name }) => ({
      name: t('Possibly dataset %s: its SQL computes which dataset it reads', table_name),
      href: datasetHref(id),
    })),
    ...charts.map(({ id, slice_name }) => ({ name: slice_name, href: `/explore?slice_id=${id}` })),
    ...dashboards.map(({ id, title }) => ({
      name: filtered.has(id) ? t('Filters on %s', title) : t('Dashboard %s', title),
      href: `/dashboard/${id}/`,
    })),
  ]
  return uses.filter(({ href }, index) => uses.findIndex((each) => each.href === href) === index)
}
