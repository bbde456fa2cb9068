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

/** Of a component: its function was called. */
const PERFORMED_WORK = 1

function rootOf(container: Element): Drawn | undefined {
  const key = Object.keys(container).find((name) => name.startsWith(KEY))
  return key
    ? (container as unknown as Record<string, { stateNode: { current: Drawn } }>)[key]?.stateNode.current
    : undefined
}

/** What was looked at by the last drawing: what hangs on the same child as before was not. */
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

/** Names of the components that the last drawing drew or made, each as often as it did. */
export function lastDrawn(container: Element): readonly string[] {
  const root = rootOf(container)
  if (!root) throw new Error('Nothing was rendered into the container')
  return [...lookedAt(root)]
    .filter(({ flags, alternate }) => alternate === null || (flags & PERFORMED_WORK) !== 0)
    .flatMap(({ type }) => nameOf(type) ?? [])
}

/** Components as they stand in a container that was rendered into: what is neither an element nor a text. */
export function componentsIn(container: Element): readonly Drawn[] {
  const root = rootOf(container)
  if (!root) throw new Error('Nothing was rendered into the container')
  return [...below(root)].filter(({ type }) => type !== null && typeof type !== 'string')
}
