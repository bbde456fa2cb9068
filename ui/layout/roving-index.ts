/**
 * Returns the index after an arrow, Home or End key in a row of `length` items, wrapping around and skipping those for
 * which `isSkipped` is true; undefined for other keys or if there is no other item.
 */
export function nextIndex(
  key: string,
  from: number,
  length: number,
  isSkipped: (index: number) => boolean = () => false,
): number | undefined {
  if (length === 0) return undefined
  const step = { ArrowRight: 1, ArrowDown: 1, Home: 1, ArrowLeft: -1, ArrowUp: -1, End: -1 }[key]
  if (step === undefined) return undefined
  let at = key === 'Home' ? 0 : key === 'End' ? length - 1 : (from + step + length) % length
  for (let tried = 0; tried < length; tried++) {
    if (!isSkipped(at)) return at
    at = (at + step + length) % length
  }
  return undefined
}
