import { expect, it } from 'vitest'
import type { DatasetLineage } from '#calls/lineage.ts'
import { datasetUses } from './dataset-uses.ts'

const lineage: DatasetLineage = {
  charts: [{ id: 4, slice_name: 'Delays', viz_type: 'table' }],
  dashboards: [
    { id: 7, title: 'Flights' },
    { id: 8, title: 'Airports' },
  ],
  filters: [{ dashboard_id: 8, id: 'A', name: 'Airline' }],
  columns: [],
  metrics: [],
  datasets: [{ id: 5, table_name: 'flights_airports' }],
  undetermined_datasets: [
    { id: 5, table_name: 'flights_airports' },
    { id: 6, table_name: 'computed' },
  ],
  is_limited: false,
}

it('lists datasets that read it or may read it, charts, and dashboards with charts or filters, each once', () => {
  const other = { ...lineage, charts: [], dashboards: [{ id: 7, title: 'Flights' }], filters: [] }
  expect(datasetUses([lineage, other])).toEqual([
    { name: 'Dataset flights_airports', href: '/explore?dataset_id=5' },
    { name: 'Possibly dataset computed: its SQL computes which dataset it reads', href: '/explore?dataset_id=6' },
    { name: 'Delays', href: '/explore?slice_id=4' },
    { name: 'Dashboard Flights', href: '/dashboard/7/' },
    { name: 'Filters on Airports', href: '/dashboard/8/' },
  ])
  expect(datasetUses([])).toEqual([])
})
