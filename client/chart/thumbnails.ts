const found = import.meta.glob<string>(['../../charts/*/thumbnail*.webp', '../../charts/*/thumbnail.svg'], {
  query: '?url',
  import: 'default',
  eager: true,
})
const examples = import.meta.glob<string>('../../charts/*/example*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})
/** By `viz_type/file`, without the ending of the file. */
const urls = new Map(
  Object.entries({ ...found, ...examples }).map(([path, url]) => [
    path.replace(/^.*\/([^/]+\/[^/]+)\.\w+$/, '$1'),
    url,
  ]),
)

export type ThumbnailTheme = 'light' | 'dark'

/** On a dark ground the picture that is drawn for one, where there is such. */
const onGround = (name: string, ground: ThumbnailTheme) =>
  (ground === 'dark' ? urls.get(`${name}-dark`) : undefined) ?? urls.get(name)

/** The address of the picture of a kind of chart; undefined for a kind that has none. */
export const thumbnailUrl = (vizType: string, ground: ThumbnailTheme): string | undefined =>
  onGround(`${vizType}/thumbnail`, ground)

/** The address of a picture of the example gallery of a kind; undefined for one that is not there. */
export const exampleUrl = (vizType: string, file: string, ground: ThumbnailTheme): string | undefined =>
  onGround(`${vizType}/${file.replace(/\.\w+$/, '')}`, ground)

/** The picture of a kind that is no folder here. */
export function addThumbnail(vizType: string, url: string): void {
  urls.set(`${vizType}/thumbnail`, url)
}
