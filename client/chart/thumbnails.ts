const found = import.meta.glob<string>('../../charts/*/thumbnail.svg', {
  query: '?url',
  import: 'default',
  eager: true,
})
const urls = new Map(Object.entries(found).map(([path, url]) => [path.split('/').at(-2) as string, url]))

/** The address of the picture of a kind of chart; undefined for a kind that has none. */
export const thumbnailUrl = (vizType: string): string | undefined => urls.get(vizType)

/** The picture of a kind that is no folder here. */
export function addThumbnail(vizType: string, url: string): void {
  urls.set(vizType, url)
}
