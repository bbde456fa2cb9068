import type { Engine, Settings } from '../engine.ts'

/** How a type of database differs from the engine whose protocol and SQL it has. */
export interface Variant {
  /** The wire name, which is also the scheme of its URIs. */
  readonly name: string
  readonly label: string
  readonly port: number
}

const PORT = /^[^/]*\/\/(?:[^/@]*@)?(?:\[[^\]]*\]|[^/:]*):\d/

/** Returns an engine that connects like another one, under a name, a scheme and a port of its own. Not verified. */
export function variantOf(engine: Engine, { name, label, port }: Variant): Engine {
  const { isPreferred: _, ...base } = engine
  const scheme = new RegExp(`^${name}(?=\\+\\w+:|:)`, 'i')
  return {
    ...base,
    name,
    label,
    isUnverified: true,
    settings: engine.settings.map((setting) => (setting.name === 'port' ? { ...setting, usual: port } : setting)),
    placeholder: engine.placeholder.replace(engine.name, name),
    parseUri(uri): Settings | undefined {
      const given = scheme.test(uri) ? engine.parseUri(uri.replace(scheme, engine.name)) : undefined
      return given && !PORT.test(uri) ? { ...given, port } : given
    },
    printUri: (given) => engine.printUri({ port, ...given }).replace(engine.name, name),
  }
}
