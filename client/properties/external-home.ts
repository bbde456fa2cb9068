/** The address where a thing is managed; undefined for what is no web address. */
export function homeOf(url: string | null | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
