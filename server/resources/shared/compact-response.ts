/** Returns the object without keys whose value is undefined. */
export function compact<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const stored = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(stored) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
