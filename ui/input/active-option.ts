import { foldSearchText } from './option.ts'

/**
 * Returns the active option after a key press in a list of `count` options (-1 is none); undefined if the key does not
 * move.
 */
export function nextActiveOption(key: string, active: number, count: number, page = 8): number | undefined {
  if (count === 0) return undefined
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return active >= last ? 0 : active + 1
    case 'ArrowUp':
      return active <= 0 ? last : active - 1
    case 'PageDown':
      return Math.min(last, active + page)
    case 'PageUp':
      return Math.max(0, active - page)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

/**
 * Returns the next option after `active` whose label starts with the typed letter, wrapping around; undefined if there
 * is none.
 */
export function activeByLetter(letter: string, active: number, labels: readonly string[]): number | undefined {
  if (letter.length !== 1 || letter === ' ') return undefined
  const searchText = foldSearchText(letter)
  for (let step = 1; step <= labels.length; step++) {
    const at = (active + step + labels.length) % labels.length
    if (foldSearchText(labels[at] ?? '').startsWith(searchText)) return at
  }
  return undefined
}
