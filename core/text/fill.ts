/** How many `%s` holes a text has. */
export function holes(text: string): number {
  return text.split('%s').length - 1
}

/** Puts the arguments into the `%s` holes of a text, in order; holes without an argument stay as they are. */
export function fill(text: string, args: readonly (string | number)[]): string {
  if (args.length === 0) return text
  let next = 0
  return text.replace(/%s/g, (hole) => (next < args.length ? String(args[next++]) : hole))
}
