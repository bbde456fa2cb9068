import { useEffect, useState } from 'react'
import { functionNames } from '#calls/databases.ts'

const NONE: readonly string[] = []

/** Responses by database. After a failure the request is repeated. */
const requested = new Map<number, Promise<readonly string[]>>()

function ask(databaseId: number): Promise<readonly string[]> {
  const known = requested.get(databaseId)
  if (known) return known
  const names = functionNames(databaseId).catch(() => {
    requested.delete(databaseId)
    return NONE
  })
  requested.set(databaseId, names)
  return names
}

/** Returns the SQL functions of a database; empty while loading and without permission. */
export function useFunctionNames(databaseId: number | undefined): readonly string[] {
  const [names, setNames] = useState(NONE)
  useEffect(() => {
    if (databaseId === undefined) return undefined
    let isUnmounted = false
    void ask(databaseId).then((found) => !isUnmounted && setNames(found))
    return () => {
      isUnmounted = true
    }
  }, [databaseId])
  return names
}
