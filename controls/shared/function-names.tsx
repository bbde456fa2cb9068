import { useEffect, useState } from 'react'
import { functionNames } from '#calls/databases.ts'

const NONE: readonly string[] = []

/** Responses by database. After a failure the request is repeated. */
const asked = new Map<number, Promise<readonly string[]>>()

function ask(databaseId: number): Promise<readonly string[]> {
  const known = asked.get(databaseId)
  if (known) return known
  const names = functionNames(databaseId).catch(() => {
    asked.delete(databaseId)
    return NONE
  })
  asked.set(databaseId, names)
  return names
}

/** Returns the SQL functions of a database; empty while loading and without permission. */
export function useFunctionNames(databaseId: number | undefined): readonly string[] {
  const [names, setNames] = useState(NONE)
  useEffect(() => {
    if (databaseId === undefined) return undefined
    let isGone = false
    void ask(databaseId).then((found) => !isGone && setNames(found))
    return () => {
      isGone = true
    }
  }, [databaseId])
  return names
}
