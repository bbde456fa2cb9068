/** Text that is sent unchanged in place of a JSON value. */
export class Literal {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An ordered object whose keys may repeat. */
export class Fields {
  readonly entries: (readonly [key: string, value: Tree])[]
  constructor(entries: readonly (readonly [string, Tree])[]) {
    this.entries = [...entries]
  }
}

/** A JSON document to send: what `JSON.parse` can return, and more. */
export type Tree = string | number | boolean | null | Literal | Fields | Tree[]

/** Returns the document of a JSON value; undefined becomes null. */
export function treeOf(value: unknown): Tree {
  if (value instanceof Literal || value instanceof Fields) return value
  if (Array.isArray(value)) return value.map(treeOf)
  if (typeof value === 'object' && value !== null) {
    return new Fields(Object.entries(value).map(([key, each]) => [key, treeOf(each)] as const))
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

export function printTree(tree: Tree): string {
  if (tree instanceof Literal) return tree.text
  if (tree instanceof Fields) {
    return `{${tree.entries.map(([key, value]) => `${JSON.stringify(key)}:${printTree(value)}`).join(',')}}`
  }
  if (Array.isArray(tree)) return `[${tree.map(printTree).join(',')}]`
  return JSON.stringify(tree)
}

/** A position in a document, as indexes from its root. */
export type Path = readonly number[]

/** Returns all positions of a document, the root first. */
export function pathsOf(tree: Tree): Path[] {
  const found: Path[] = []
  const walk = (each: Tree, path: Path) => {
    found.push(path)
    for (const [at, inner] of childrenOf(each).entries()) walk(inner, [...path, at])
  }
  walk(tree, [])
  return found
}

export function childrenOf(tree: Tree): readonly Tree[] {
  if (tree instanceof Fields) return tree.entries.map(([, value]) => value)
  return Array.isArray(tree) ? tree : []
}

export function valueAt(tree: Tree, path: Path): Tree {
  return path.reduce<Tree>((each, at) => childrenOf(each)[at] ?? null, tree)
}

/** Returns a document with another value at a position; the rest is shared. */
export function withValue(tree: Tree, path: Path, value: Tree): Tree {
  const [at, ...rest] = path
  if (at === undefined) return value
  if (tree instanceof Fields) {
    return new Fields(
      tree.entries.map(([key, each], index) => [key, index === at ? withValue(each, rest, value) : each] as const),
    )
  }
  return Array.isArray(tree) ? tree.map((each, index) => (index === at ? withValue(each, rest, value) : each)) : tree
}

/** Returns a document without the value at a position other than the root. */
export function withoutValue(tree: Tree, path: Path): Tree {
  const last = path.at(-1)
  const parent = path.slice(0, -1)
  const holder = valueAt(tree, parent)
  const others = (_: unknown, index: number) => index !== last
  if (holder instanceof Fields) return withValue(tree, parent, new Fields(holder.entries.filter(others)))
  return Array.isArray(holder) ? withValue(tree, parent, holder.filter(others)) : tree
}
