/** Returns the URL where an entity is managed; undefined if it is not an HTTP URL. */
export function externalUrlOf(url: string | null | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
