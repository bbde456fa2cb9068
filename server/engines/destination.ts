import { engines } from './index.ts'

/**
 * Where a connection address takes its password, and how safely: addresses with the same text do both alike. It holds
 * the engine, every setting but the password and those inside of the server, and every parameter whatever reads it. The
 * address of no engine is the whole of itself.
 */
export function destinationOf(uri: string): string {
  for (const engine of engines) {
    const given = engine.parseUri(uri)
    if (!given) continue
    const inside = engine.settings.filter(({ withinServer }) => withinServer).map(({ name }) => name)
    const settings = Object.entries(given).filter(([name]) => name !== 'password' && !inside.includes(name))
    const parameters = [...new URLSearchParams(/\?([^#]*)/.exec(uri)?.[1] ?? '')].filter(
      ([name]) => !inside.includes(name),
    )
    return JSON.stringify([engine.name, settings.toSorted(byName), parameters.toSorted(byName)])
  }
  return uri.replace(/^([^:/?#]+:\/\/[^/?#@:]*):[^/?#@]*@/, '$1@')
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}
