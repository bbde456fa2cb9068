import { engineNamed } from './index.ts'

/** The switches of a database that have an effect on some engines only. */
export const ENGINE_SWITCHES = ['allow_file_upload', 'allow_ctas', 'allow_cvas', 'allow_dml'] as const

export type EngineSwitch = (typeof ENGINE_SWITCHES)[number]

/** Returns whether a switch has an effect on databases of this engine; an unavailable engine may support all. */
export function supportsSwitch(backend: string, name: EngineSwitch): boolean {
  const engine = engineNamed(backend)
  if (!engine) return true
  return name === 'allow_file_upload' ? engine.load !== undefined : engine.canChangeData === true
}

/** Returns the switches that are on and have no effect on databases of this engine. */
export function unsupportedSwitches(
  backend: string,
  given: Readonly<Partial<Record<EngineSwitch, unknown>>>,
): readonly EngineSwitch[] {
  return ENGINE_SWITCHES.filter((name) => given[name] === true && !supportsSwitch(backend, name))
}
