/** Removes undefined values from props, for components that distinguish absent from undefined. */
export function withoutUndefined<T extends object>(props: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const stored: { [K in keyof T]?: Exclude<T[K], undefined> } = {}
  for (const key of Object.keys(props) as (keyof T)[]) {
    const value = props[key]
    if (value !== undefined) stored[key] = value as Exclude<T[typeof key], undefined>
  }
  return stored
}
