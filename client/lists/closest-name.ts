import { similarNames } from '#core/text/similar-names.ts'

const wordsOf = (text: string) => text.split(/[\s,.;:/()-]+/).filter((word) => word.length > 2)

/**
 * Returns the name most similar to a search without results: one with a similar spelling, else one that contains a
 * similar word for each word of the search.
 */
export function closestName(search: string, names: readonly string[]): string | undefined {
  const [whole] = similarNames(search, names, 1)
  if (whole !== undefined) return whole
  const wanted = wordsOf(search)
  if (wanted.length === 0) return undefined
  const hasAll = (name: string) => {
    const own = wordsOf(name)
    return wanted.every((word) => own.some((each) => hasSimilarSpelling(word, each)))
  }
  return names.find(hasAll)
}

const hasSimilarSpelling = (word: string, other: string) =>
  word.toLowerCase() === other.toLowerCase() || similarNames(word, [other], 1).length > 0
