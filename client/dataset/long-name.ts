const LONGEST = 25

/** Whether a dataset's name is told by a tooltip: above 25 characters. */
export function isLongName(name: string): boolean {
  return Array.from(name).length > LONGEST
}
