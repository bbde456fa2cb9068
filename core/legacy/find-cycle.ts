/**
 * Returns a link that closes a cycle, or undefined if there is none. `from` and `to` are the endpoints of each link. It
 * is not recursive: chains of links can be longer than the call stack.
 */
export function findCycle(from: readonly string[], to: readonly string[]): readonly [string, string] | undefined {
  const links = new Map<string, string[]>()
  for (const [index, source] of from.entries()) {
    const targets = links.get(source) ?? []
    links.set(source, targets)
    targets.push(to[index] ?? '')
  }
  const done = new Set<string>()
  const open = new Set<string>()
  for (const start of links.keys()) {
    const path = done.has(start) ? [] : [{ name: start, next: 0 }]
    for (let here = path.at(-1); here; here = path.at(-1)) {
      open.add(here.name)
      const target = links.get(here.name)?.[here.next++]
      if (target === undefined) {
        path.pop()
        open.delete(here.name)
        done.add(here.name)
      } else if (open.has(target)) return [here.name, target]
      else if (!done.has(target)) path.push({ name: target, next: 0 })
    }
  }
  return undefined
}
