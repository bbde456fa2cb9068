import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDashboard } from '../state/store.ts'
import { fetchResource } from '#calls/resources.ts'
import type { ControlContext } from '#controls/control.ts'
import { contextOf } from '#controls/dataset-context.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'

/** Returns a dataset with its columns: from a chart of the dashboard, else fetched. */
export function useDataset(id: number | undefined) {
  const known = useDashboard((state) => (id === undefined ? undefined : state.datasets[id]))
  const fetched = useQuery({
    queryKey: ['dataset', id],
    enabled: id !== undefined && known === undefined,
    retry: false,
    queryFn: ({ signal }) => fetchResource<DatasetResponse>('dataset', id as number, signal),
  })
  return { dataset: known ?? fetched.data, error: known ? null : fetched.error }
}

/** Returns the dataset as context for controls, in an otherwise empty form. */
export function useDatasetContext(dataset: DatasetResponse | undefined): ControlContext | undefined {
  return useMemo(
    () => dataset && contextOf(dataset, { viz_type: 'table', datasource: `${dataset.id}__table` }),
    [dataset],
  )
}
