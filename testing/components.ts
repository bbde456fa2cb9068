interface Drawn {
  readonly type: unknown
  readonly flags: number
  readonly child: Drawn | null
  readonly sibling: Drawn | null
  readonly alternate: Drawn | null
}

const KEY = '__reactContainer$'

function* below(parent: Drawn): Generator<Drawn> {
  for (let each = parent.child; each; each = each.sibling) {
    yield each
    yield* below(each)
  }
}

/** React's fiber flag: the component function was called. */
const PERFORMED_WORK = 1

function rootOf(container: Element): Drawn | undefined {
  const key = Object.keys(container).find((name) => name.startsWith(KEY))
  return key
    ? (container as unknown as Record<string, { stateNode: { current: Drawn } }>)[key]?.stateNode.current
    : undefined
}

/** Yields the fibers visited by the last render: unchanged subtrees were skipped. */
function* lookedAt(parent: Drawn): Generator<Drawn> {
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
export function lastDrawn(container: Element): readonly string[] {
  const root = rootOf(container)
  if (!root) throw new Error('Nothing was rendered into the container')
  return [...lookedAt(root)]
    .filter(({ flags, alternate }) => alternate === null || (flags & PERFORMED_WORK) !== 0)
    .flatMap(({ type }) => nameOf(type) ?? [])
}

/** Returns the components in a rendered container: fibers that are neither an element nor a text. */
export function componentsIn(container: Element): readonly Drawn[] {
  const root = rootOf(container)
  if (!root) throw new Error('Nothing was rendered into the container')
  return [...below(root)].filter(({ type }) => type !== null && typeof type !== 'string')
}
