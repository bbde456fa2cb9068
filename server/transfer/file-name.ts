/** Characters not allowed in file names; they are removed from titles. */
const UNSAFE = /[^A-Za-z0-9_.-]/g
const LONGEST = 100

/** Returns a title as a part of a path: ASCII, spaces as `_`; empty if no character is allowed. */
export function slugOf(title: string): string {
  const words = title.normalize('NFKD').replace(/[/\\]/g, ' ').trim().split(/\s+/)
  return words
    .join('_')
    .replace(UNSAFE, '')
    .slice(0, LONGEST)
    .replace(/^[._]+|[._]+$/g, '')
}

/** Returns the name of a file: title and id, or the id alone. */
export function fileName(title: string, id: number): string {
  const slug = slugOf(title)
  return slug === '' ? String(id) : `${slug}_${id}`
}

/** Returns the path of a file named after its title; the id is added if the path is taken or the title is empty. */
export function unusedPath(folder: string, title: string, id: number, taken: ReadonlyMap<string, unknown>): string {
  const slug = slugOf(title)
  const path = `${folder}/${slug || id}.yaml`
  return taken.has(path) ? `${folder}/${fileName(title, id)}.yaml` : path
}
