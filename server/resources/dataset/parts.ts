import type { FieldErrors } from '#core/rest/api-error.ts'

interface Part {
  readonly id?: number | null | undefined
  readonly column_name?: string
  readonly metric_name?: string
}

/** Returns the errors in a complete new list of columns or metrics. `name` is the key that holds their names. */
export function checkParts(
  kind: 'columns' | 'metrics',
  wanted: readonly Part[],
  known: readonly Part[],
  name: 'column_name' | 'metric_name',
): FieldErrors {
  const ids = wanted.flatMap((part) => part.id ?? [])
  if (ids.some((id) => !known.some((part) => part.id === id))) return { [kind]: [`One or more ${kind} do not exist`] }
  const names = wanted.map((part) => part[name])
  if (new Set(names).size < names.length) return { [kind]: [`One or more ${kind} are duplicated`] }
  const stored = new Set(ids)
  const clash = wanted.some(
    (part) => !part.id && known.some((old) => stored.has(old.id as number) && old[name] === part[name]),
  )
  return clash ? { [kind]: [`One or more ${kind} already exist`] } : {}
}
