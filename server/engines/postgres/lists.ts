/** A list of PostgreSQL as nested lists of what `read` makes of its elements. */
export type Nested<T> = readonly (T | null | Nested<T>)[]

/** Reads `{1,NULL,"a \"b\""}`, also nested and with other bounds, as PostgreSQL writes lists. */
export function readList<T>(text: string, read: (element: string) => T): Nested<T> {
  let at = text.indexOf('{')
  const list = (): Nested<T> => {
    const items: (T | null | Nested<T>)[] = []
    at++
    while (text[at] !== '}') {
      items.push(item())
      if (text[at] === ',') at++
    }
    at++
    return items
  }
  const item = (): T | null | Nested<T> => {
    if (text[at] === '{') return list()
    if (text[at] === '"') return read(quoted())
    const start = at
    while (text[at] !== ',' && text[at] !== '}') at++
    const element = text.slice(start, at)
    return element === 'NULL' ? null : read(element)
  }
  const quoted = (): string => {
    let element = ''
    for (at++; text[at] !== '"'; at++) {
      if (text[at] === '\\') at++
      element += text[at]
    }
    at++
    return element
  }
  return list()
}

/** The list that a cell shows as JSON, as PostgreSQL reads lists; what is no JSON list stays. */
export function arrayText(cell: string): string {
  if (!cell.startsWith('[')) return cell
  try {
    return written(JSON.parse(cell))
  } catch {
    return cell
  }
}

function written(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(written).join(',')}}`
  if (value === null) return 'NULL'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
