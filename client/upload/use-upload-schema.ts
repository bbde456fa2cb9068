import { useQuery } from '@tanstack/react-query'
import { listUploadSchemas } from '#calls/databases.ts'

/** The schema of the table that a file becomes. */
interface UploadSchema {
  /** The schemas that the database names for uploads. */
  readonly schemas: readonly string[]
  /** The schema that is chosen, or the first; undefined where the database names none. */
  readonly schema: string | undefined
  /** Whether the schemas are known, or cannot be. */
  readonly isSettled: boolean
}

/** Returns the schema of uploads into a database. */
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
