import { useEffect, useState } from 'react'
import { functionNames } from '#calls/databases.ts'

const NONE: readonly string[] = []

/** By database: what it has said. One that failed is asked again. */
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

/** The functions that SQL over a database may call; none until they are known, and where they may not be. */
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
