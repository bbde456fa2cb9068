import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchExports, removeExport, startExport } from '#calls/sqllab.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import type { SqlExportJson } from '#core/rest/sqllab-export.ts'
import type { SqlExportFormat } from '#core/rest/sql-export-formats.ts'
import type { QueryStateJson, StatementState } from '#core/rest/sqllab.ts'
import { toast } from '#ui/overlay/toast.ts'

/** Milliseconds between two polls of exports in progress. */
const POLL_MS = 1000
const KEY = ['sqllab-exports']

export const isExportRunning = ({ state }: SqlExportJson): boolean => state === 'pending' || state === 'running'

/** The exports of all rows of a statement, polled while in progress; they are found again after a reload. */
export function useExports({ id }: QueryStateJson, { index, limited }: StatementState) {
  const client = useQueryClient()
  const { data = [] } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchExports(signal),
    enabled: limited,
    refetchInterval: ({ state }) => (state.data?.some(isExportRunning) ? POLL_MS : false),
  })
  const actions = {
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
    onError: (error: Error) => toast.show({ text: error.message, tone: 'danger' }),
  }
  const start = useSingleMutation({
    ...actions,
    mutationFn: (format: SqlExportFormat) => startExport(id, index, format),
  })
  const remove = useSingleMutation({ ...actions, mutationFn: (key: string) => removeExport(key) })
  return {
    exports: data.filter((each) => each.client_id === id && each.statement === index),
    start: start.mutate,
    remove: remove.mutate,
  }
}
