/** How many names are tried. */
const MAX_TRIES = 100

/** The first of `name(2)`, `name(3)` that nobody has; undefined where all are taken. */
export async function freeName(
  name: (index: number) => string,
  isTaken: (name: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (let index = 2; index <= MAX_TRIES; index++) if (!(await isTaken(name(index)))) return name(index)
  return undefined
}
