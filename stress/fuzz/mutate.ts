import { EDGE_CASE_NAMES, EDGE_CASE_TEXTS, edgeCaseText, edgeCaseValue, TYPES } from './edge-case-values.ts'
import type { Random } from './random.ts'
import { childrenOf, Fields, Literal, type Path, pathsOf, type Tree, valueAt, withValue, withoutValue } from './tree.ts'

/** Returns a document with one to four changes. */
export function mutateTree(random: Random, tree: Tree): Tree {
  let changed = tree
  const changes = random.chance(0.6) ? 1 : 2 + random.int(3)
  for (let made = 0; made < changes; made++) changed = mutateOnce(random, changed)
  return changed
}

type Change = (random: Random, tree: Tree, path: Path) => Tree

const changes: readonly Change[] = [
  (random, tree, path) => withValue(tree, path, edgeCaseValue(random)),
  (random, tree, path) => withValue(tree, path, edgeCaseValue(random)),
  (random, tree, path) => withValue(tree, path, random.pick(TYPES)),
  (random, tree, path) => withValue(tree, path, random.pick(TYPES)),
  (_random, tree, path) => (path.length === 0 ? tree : withoutValue(tree, path)),
  (random, tree, path) => withValue(tree, path, mutateValue(random, valueAt(tree, path))),
  (random, tree, path) => withValue(tree, path, mutateValue(random, valueAt(tree, path))),
  (random, tree, path) => withValue(tree, path, valueAt(tree, random.pick(pathsOf(tree)))),
  (random, tree, path) => withValue(tree, path, wrapValue(random, valueAt(tree, path))),
  (random, tree, path) => withValue(tree, path, withKey(random, valueAt(tree, path))),
]

function mutateOnce(random: Random, tree: Tree): Tree {
  return random.pick(changes)(random, tree, random.pick(pathsOf(tree)))
}

/** Returns a slightly different value of the same type. */
function mutateValue(random: Random, value: Tree): Tree {
  if (typeof value === 'string') return mutateText(random, value)
  if (typeof value === 'number') {
    return random.pick([-value, value * 1e9, value + 0.5, value + 1, String(value), new Literal(`${value}e308`)])
  }
  if (typeof value === 'boolean') return random.pick<Tree>([!value, String(value), Number(value)])
  const children = childrenOf(value)
  if (Array.isArray(value) && children.length > 0) {
    const copies = Array.from({ length: random.pick([1, 2, 25, 110]) }, () => random.pick(children))
    return [...children, ...copies]
  }
  return edgeCaseValue(random)
}

function wrapValue(random: Random, value: Tree): Tree {
  return random.pick<Tree>([
    [value],
    [[value]],
    [value, null],
    new Fields([['value', value]]),
    new Fields([['0', value]]),
  ])
}

/** Returns an object with one key added, renamed or duplicated. */
function withKey(random: Random, value: Tree): Tree {
  if (!(value instanceof Fields)) return edgeCaseValue(random)
  const entry = [random.pick(EDGE_CASE_NAMES), edgeCaseValue(random)] as const
  if (value.entries.length === 0 || random.chance(0.3)) return new Fields([...value.entries, entry])
  const at = random.int(value.entries.length)
  const [key, held] = value.entries[at] as readonly [string, Tree]
  if (random.chance(0.5)) return new Fields([...value.entries, [key, edgeCaseValue(random)]])
  return new Fields(value.entries.with(at, [random.pick(EDGE_CASE_NAMES), held]))
}

/** Returns a text with one change. */
export function mutateText(random: Random, text: string): string {
  const at = random.int(text.length + 1)
  const to = at + random.int(text.length - at + 1)
  switch (random.int(7)) {
    case 0:
      return text.slice(0, at) + random.pick(EDGE_CASE_TEXTS) + text.slice(at)
    case 1:
      return text.slice(0, at) + text.slice(to)
    case 2:
      return text.slice(0, at)
    case 3:
      return text.slice(0, to) + text.slice(at)
    case 4:
      return text.slice(0, at) + String.fromCharCode(random.int(random.chance(0.7) ? 128 : 65_536)) + text.slice(at + 1)
    case 5:
      return random.chance(0.1) ? text.repeat(1 + random.int(200)).slice(0, 300_000) : text.toUpperCase()
    default:
      return edgeCaseText(random)
  }
}

/** Returns bytes with one to eight changes: flipped, truncated, duplicated, overwritten. */
export function mutateBytes(random: Random, bytes: Uint8Array): Buffer {
  let changed = Buffer.from(bytes)
  for (let left = 1 + random.int(8); left > 0 && changed.length > 0; left--) {
    const at = random.int(changed.length)
    const to = Math.min(changed.length, at + 1 + random.int(random.chance(0.5) ? 8 : changed.length))
    switch (random.int(5)) {
      case 0:
        changed[at] = random.int(256)
        break
      case 1:
        changed[at] = (changed[at] ?? 0) ^ (1 << random.int(8))
        break
      case 2:
        changed = Buffer.concat([changed.subarray(0, at), changed.subarray(to)])
        break
      case 3:
        changed = Buffer.concat([changed.subarray(0, to), changed.subarray(at)])
        break
      default:
        changed.fill(random.pick([0, 255, 127, 34]), at, Math.min(to, at + 16))
    }
  }
  return changed
}
