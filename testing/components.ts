interface Drawn {
  readonly type: unknown
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

/** Components as they stand in a container that was rendered into: what is neither an element nor a text. */
export function componentsIn(container: Element): readonly Drawn[] {
  const key = Object.keys(container).find((name) => name.startsWith(KEY))
  const root = key ? (container as unknown as Record<string, { stateNode: { current: Drawn } }>)[key] : undefined
  if (!root) throw new Error('Nothing was rendered into the container')
  return [...below(root.stateNode.current)].filter(({ type }) => type !== null && typeof type !== 'string')
}
