/** Returns the form of a text that search and sort compare: decomposed (NFKD), lower case, without combining marks. */
export function foldText(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
}
