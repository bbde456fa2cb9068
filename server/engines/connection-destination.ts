import { engines } from './index.ts'

/**
 * Returns a text for the server that a connection URI sends its password to, and for the security of that connection.
 * It contains the engine, all settings except the password and those inside the server, and all URL parameters. For a
 * URI of an unknown engine, it is the URI without its password.
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
