import { useEffect, useState } from 'react'
import { functionNames } from '#calls/databases.ts'

const NONE: readonly string[] = []

/** Responses by database. After a failure the request is repeated. */
const requestsByDatabase = new Map<number, Promise<readonly string[]>>()

function requestFunctionNames(databaseId: number): Promise<readonly string[]> {
  const cached = requestsByDatabase.get(databaseId)
  if (cached) return cached
  const names = functionNames(databaseId).catch(() => {
    requestsByDatabase.delete(databaseId)
    return NONE
  })
  requestsByDatabase.set(databaseId, names)
  return names
}

/** Returns the SQL functions of a database; empty while loading and without permission. */
export function useFunctionNames(databaseId: number | undefined): readonly string[] {
  const [names, setNames] = useState(NONE)
  useEffect(() => {
    if (databaseId === undefined) return undefined
    let isUnmounted = false
    void requestFunctionNames(databaseId).then((found) => !isUnmounted && setNames(found))
    return () => {
      isUnmounted = true
    }
  }, [databaseId])
  return names
}
