import { useQuery } from '@tanstack/react-query'
import { type DatabaseResponse, listDatabases } from '#calls/databases.ts'

/** The database of the examples, which does not accept users' tables. */
const EXAMPLES = 'examples'

/** Returns the databases that accept uploads, without the examples; undefined until they have loaded. */
export function useUploadTargets(isEnabled = true): readonly DatabaseResponse[] | undefined {
  const databases = useQuery({ queryKey: ['databases'], queryFn: listDatabases, enabled: isEnabled })
  return databases.data?.filter((each) => each.allow_file_upload && each.database_name !== EXAMPLES)
}
