import { useQuery } from '@tanstack/react-query'
import { type DatabaseAnswer, listDatabases } from '#calls/databases.ts'

/** The database of the examples, whose tables are not those of users. */
const EXAMPLES = 'examples'

/** Returns the databases that take uploads; undefined until they are known. The examples are never among them. */
export function useUploadTargets(isEnabled = true): readonly DatabaseAnswer[] | undefined {
  const databases = useQuery({ queryKey: ['databases'], queryFn: listDatabases, enabled: isEnabled })
  return databases.data?.filter((each) => each.allow_file_upload && each.database_name !== EXAMPLES)
}
