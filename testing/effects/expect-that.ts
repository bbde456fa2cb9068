/** Fails with what is wrong unless it holds. */
export function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

/** Fails unless what was told changed from one to the other. */
export function expectChange<T>(told: readonly [T, T], wanted: readonly [T, T]): void {
  const [got, want] = [JSON.stringify(told), JSON.stringify(wanted)]
  expectThat(got === want, `${got} and not ${want}`)
}
