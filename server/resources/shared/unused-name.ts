/** Maximum names that are tried. */
const MAX_TRIES = 100

/** Returns the first free name of `name(2)`, `name(3)` ...; undefined if all are taken. */
export async function freeName(
  name: (index: number) => string,
  isTaken: (name: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (let index = 2; index <= MAX_TRIES; index++) if (!(await isTaken(name(index)))) return name(index)
  return undefined
}
