let places: ReadonlySet<string> = new Set()

/** Makes `origins` (scheme and host, without a slash at the end) the places beside this host that texts may show pictures of. */
export function showImagesOf(origins: readonly string[]): void {
  places = new Set(origins)
}

/** Whether the page may show pictures of an origin that is not its own. */
export function showsImagesOf(origin: string): boolean {
  return places.has(origin)
}
