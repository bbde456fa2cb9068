/** Returns the entries of `record` whose value is not undefined: absent and undefined keys are the same on the wire. */
export function setKeys<T extends object>(record: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as never
}
