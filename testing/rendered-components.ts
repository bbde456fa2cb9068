interface DrawnElement {
  readonly type: unknown
  readonly flags: number
  readonly child: DrawnElement | null
  readonly sibling: DrawnElement | null
  readonly alternate: DrawnElement | null
}

const KEY = '__reactContainer$'

function* descendantsOf(parent: DrawnElement): Generator<DrawnElement> {
  for (let each = parent.child; each; each = each.sibling) {
    yield each
    yield* descendantsOf(each)
  }
}

/** React's fiber flag: the component function was called. */
const PERFORMED_WORK = 1

function rootOf(container: Element): DrawnElement | undefined {
  const key = Object.keys(container).find((name) => name.startsWith(KEY))
  return key
    ? (container as unknown as Record<string, { stateNode: { current: DrawnElement } }>)[key]?.stateNode.current
    : undefined
}

/** Yields the fibers visited by the last render: unchanged subtrees were skipped. */
function* lookedAt(parent: DrawnElement): Generator<DrawnElement> {
  if (parent.alternate && parent.child === parent.alternate.child) return
  for (let each = parent.child; each; each = each.sibling) {
    yield each
    yield* lookedAt(each)
  }
}

function nameOf(type: unknown): string | undefined {
  if (typeof type === 'function') return type.name
  const inner =
    typeof type === 'object' && type !== null && ('type' in type ? type.type : 'render' in type && type.render)
  return inner ? nameOf(inner) : undefined
}

/** Returns the names of the components that the last render called, with repetitions. */
export function lastRenderedNames(container: Element): readonly string[] {
  const root = rootOf(container)
  if (!root) throw new Error('Nothing was rendered into the container')
  return [...lookedAt(root)]
    .filter(({ flags, alternate }) => alternate === null || (flags & PERFORMED_WORK) !== 0)
    .flatMap(({ type }) => nameOf(type) ?? [])
}

/** Returns the components in a rendered container: fibers that are neither an element nor a text. */
export function mountedComponents(container: Element): readonly DrawnElement[] {
  const root = rootOf(container)
  if (!root) throw new Error('Nothing was rendered into the container')
  return [...descendantsOf(root)].filter(({ type }) => type !== null && typeof type !== 'string')
}
