import { useQuery } from '@tanstack/react-query'
import { listUploadSchemas } from '#calls/databases.ts'

/** The target schema of an upload. */
interface UploadSchema {
  /** The schemas that the database offers for uploads. */
  readonly schemas: readonly string[]
  /** The selected schema, or the first; undefined if the database offers none. */
  readonly schema: string | undefined
  /** True if the schemas have loaded or failed to load. */
  readonly isSettled: boolean
}

/** Returns the target schema for uploads into a database. */
export function useUploadSchema(databaseId: number | undefined, chosen: string | undefined): UploadSchema {
  const { data: schemas = [], isPending } = useQuery({
    queryKey: ['upload schemas', databaseId],
    queryFn: () => listUploadSchemas(databaseId as number),
    enabled: databaseId !== undefined,
    retry: false,
    staleTime: Infinity,
  })
  const schema = chosen !== undefined && schemas.includes(chosen) ? chosen : schemas[0]
  return { schemas, schema, isSettled: !isPending }
}
