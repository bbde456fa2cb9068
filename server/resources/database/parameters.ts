import { ApiError } from '#core/rest/api-error.ts'
import type { Engine, Setting, Settings } from '#server/engines/engine.ts'
import { engineNamed } from '#server/engines/index.ts'

/** The engine a form names; other tools put a driver behind a plus sign. */
export function formEngine(name: string): Engine {
  const engine = engineNamed(name.toLowerCase().replace(/\+.*$/s, ''))
  if (!engine) throw new ApiError('engine-unknown', { args: [name] })
  return engine
}

function read({ kind }: Setting, value: unknown): string | number | boolean | undefined {
  if (kind === 'checkbox') return value === true || value === 'true'
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A password is taken as it is written, spaces and all. */
function passwordIn({ password }: Readonly<Record<string, unknown>>): unknown {
  return typeof password === 'object' ? undefined : password
}

/** Parameters of a form as settings of the engine; additional parameters stand in `query`. */
export function settingsOf(engine: Engine, parameters: Readonly<Record<string, unknown>>): Settings {
  const { query, ...own } = parameters
  const all: Readonly<Record<string, unknown>> = { ...(typeof query === 'object' ? query : {}), ...own }
  // One file is the whole database where there is no server.
  const given = all['file'] === undefined ? { ...all, file: all['database'] } : all
  return Object.fromEntries(
    engine.settings.flatMap((setting) => {
      const value = setting.name === 'password' ? passwordIn(given) : read(setting, given[setting.name])
      const isThere = typeof value === 'string' ? value !== '' : value !== undefined && value !== null
      return isThere ? [[setting.name, value as string | number | boolean]] : []
    }),
  )
}

const types = { number: 'integer', checkbox: 'boolean', text: 'string', password: 'string' } as const

function property({ name, label, kind, help, required, usual }: Setting): object {
  return {
    type: types[kind],
    title: label,
    description: help,
    ...(kind === 'number' ? { minimum: 0, maximum: 65_536 } : {}),
    ...(kind === 'password' ? { format: 'password' } : {}),
    // A name may be left empty where the server asks for none.
    ...(required && name !== 'username' ? {} : { nullable: true }),
    ...(usual === undefined ? {} : { default: usual }),
  }
}

/** The form of an engine as an OpenAPI 3 object schema. */
export function parametersSchema({ settings }: Engine): object {
  const isServed = settings.some(({ name }) => name === 'host')
  const query = { type: 'object', additionalProperties: {}, description: 'Additional parameters' }
  return {
    type: 'object',
    required: settings
      .filter(({ required }) => required)
      .map(({ name }) => name)
      .toSorted(),
    properties: {
      ...Object.fromEntries(settings.map((setting) => [setting.name, property(setting)])),
      ...(isServed ? { query } : {}),
    },
  }
}
