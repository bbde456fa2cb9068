/** Returns the number of `%s` placeholders in a text. */
export function placeholderCount(text: string): number {
  return text.split('%s').length - 1
}

/**
 * Replaces the `%s` placeholders of a text by the arguments, in order; placeholders without an argument are unchanged.
 */
export function interpolate(text: string, args: readonly (string | number)[]): string {
  if (args.length === 0) return text
  let next = 0
  return text.replace(/%s/g, (hole) => (next < args.length ? String(args[next++]) : hole))
}
