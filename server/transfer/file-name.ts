/** Characters of a file name that are kept; the rest of a title is left out. */
const UNSAFE = /[^A-Za-z0-9_.-]/g
const LONGEST = 100

/** A title as a part of a path: ASCII, spaces as `_`; empty where nothing of it can stand in one. */
export function slugOf(title: string): string {
  const words = title.normalize('NFKD').replace(/[/\\]/g, ' ').trim().split(/\s+/)
  return words
    .join('_')
    .replace(UNSAFE, '')
    .slice(0, LONGEST)
    .replace(/^[._]+|[._]+$/g, '')
}

/** The name of a file: title and id, or the id alone. */
export function fileName(title: string, id: number): string {
  const slug = slugOf(title)
  return slug === '' ? String(id) : `${slug}_${id}`
}

/** The path of a file that is named by its title; one that is taken, or has no name, says its id. */
export function freePath(folder: string, title: string, id: number, taken: ReadonlyMap<string, unknown>): string {
  const slug = slugOf(title)
  const path = `${folder}/${slug || id}.yaml`
  return taken.has(path) ? `${folder}/${fileName(title, id)}.yaml` : path
}
