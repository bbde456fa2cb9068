const LONGEST = 25

/** True if a dataset name is long enough for a tooltip: more than 25 characters. */
export function isLongName(name: string): boolean {
  return Array.from(name).length > LONGEST
}
