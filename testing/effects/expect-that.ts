/** Fails with the message unless the condition holds. */
export function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

/** Fails unless the observed values changed from the first expected value to the second. */
export function expectChange<T>(readBack: readonly [T, T], wanted: readonly [T, T]): void {
  const [got, want] = [JSON.stringify(readBack), JSON.stringify(wanted)]
  expectThat(got === want, `${got} and not ${want}`)
}
