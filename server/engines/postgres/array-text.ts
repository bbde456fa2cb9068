/** A PostgreSQL array as nested lists of elements converted by `read`. */
export type Nested<T> = readonly (T | null | Nested<T>)[]

/** Parses `{1,NULL,"a \"b\""}`, also nested and with explicit bounds, as printed by PostgreSQL. */
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

/** Returns the PostgreSQL array text for a cell with a JSON list; other texts are unchanged. */
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
