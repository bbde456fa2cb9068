// A type argument of `glob` would hide the calls from Vitest, which then caches the list of files.
const thumbnailFiles: Record<string, string> = import.meta.glob(
  ['../../charts/*/thumbnail*.webp', '../../charts/*/thumbnail.svg'],
  {
    query: '?url',
    import: 'default',
    eager: true,
  },
)
const examples: Record<string, string> = import.meta.glob('../../charts/*/example*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})
/** URLs by `viz_type/file`, without the file extension. */
const urls = new Map(
  Object.entries({ ...thumbnailFiles, ...examples }).map(([path, url]) => [
    path.replace(/^.*\/([^/]+\/[^/]+)\.\w+$/, '$1'),
    url,
  ]),
)

export type ThumbnailTheme = 'light' | 'dark'

/** In the dark theme, returns the dark variant of an image if there is one. */
const onBackground = (name: string, background: ThumbnailTheme) =>
  (background === 'dark' ? urls.get(`${name}-dark`) : undefined) ?? urls.get(name)

/** Returns the thumbnail URL of a chart type; undefined if it has none. */
export const thumbnailUrl = (vizType: string, background: ThumbnailTheme): string | undefined =>
  onBackground(`${vizType}/thumbnail`, background)

/** Returns the URL of an image in the example gallery of a chart type; undefined if it does not exist. */
export const exampleUrl = (vizType: string, file: string, background: ThumbnailTheme): string | undefined =>
  onBackground(`${vizType}/${file.replace(/\.\w+$/, '')}`, background)

/** Registers the thumbnail of a plug-in chart type. */
export function addThumbnail(vizType: string, url: string): void {
  urls.set(`${vizType}/thumbnail`, url)
}
