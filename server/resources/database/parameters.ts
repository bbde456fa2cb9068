import { ApiError } from '#core/rest/api-error.ts'
import type { Engine, Setting, Settings } from '#server/engines/engine.ts'
import { engineNamed } from '#server/engines/index.ts'

/** Returns the engine a form names; other tools append a driver after a plus sign. */
export function formEngine(name: string): Engine {
  const engine = engineNamed(name.toLowerCase().replace(/\+.*$/s, ''))
  if (!engine) throw new ApiError('engine-unknown', { args: [name] })
  return engine
}

function readParameter({ kind }: Setting, value: unknown): string | number | boolean | undefined {
  if (kind === 'checkbox') return value === true || value === 'true'
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A password is used exactly as written, including spaces. */
function passwordIn({ password }: Readonly<Record<string, unknown>>): unknown {
  return typeof password === 'object' ? undefined : password
}

/** Returns the parameters of a form as settings of the engine; additional parameters are in `query`. */
export function settingsOf(engine: Engine, parameters: Readonly<Record<string, unknown>>): Settings {
  const { query, ...own } = parameters
  const all: Readonly<Record<string, unknown>> = { ...(typeof query === 'object' ? query : {}), ...own }
  // For a database without a server, `database` is the file.
  const given = all['file'] === undefined ? { ...all, file: all['database'] } : all
  return Object.fromEntries(
    engine.settings.flatMap((setting) => {
      const value = setting.name === 'password' ? passwordIn(given) : readParameter(setting, given[setting.name])
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
    // The name may be empty if the server requires none.
    ...(required && name !== 'username' ? {} : { nullable: true }),
    ...(usual === undefined ? {} : { default: usual }),
  }
}

/** Returns the form of an engine as an OpenAPI 3 object schema. */
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
