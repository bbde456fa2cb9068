import { flags } from '#core/rest/flags.ts'
import { nearestWord } from '#core/text/similar-names.ts'
import table from './settings.json' with { type: 'json' }

const PREFIX = 'FACET_'
const FLAG_PREFIX = 'FACET_FEATURE_'
/** Variables of other programs: the development server of the client, and the tests. */
const OTHERS = ['FACET_DEV_SERVER', 'FACET_TEST_REFUSED']

const settings = table.map(({ name }) => name).filter((name) => name.startsWith(PREFIX) && !name.includes('<'))
const flagNames = Object.keys(flags)

/**
 * Returns a warning for each environment variable that looks like a setting but is unknown, and for each unknown flag,
 * with the name that was probably intended.
 */
export function unknownNames(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = new Set([...settings, ...OTHERS])
  const given = Object.keys(environment).filter((name) => name.startsWith(PREFIX) && environment[name]?.trim())
  const lines = given.flatMap((name) => {
    if (known.has(name)) return []
    if (name.startsWith(FLAG_PREFIX)) return unknownFlag(name.slice(FLAG_PREFIX.length), FLAG_PREFIX)
    const near = nearestWord(
      name.slice(PREFIX.length),
      settings.map((each) => each.slice(PREFIX.length)),
    )
    return [
      `${name} is not a setting and is ignored${near === undefined ? '' : `; the closest setting is ${PREFIX}${near}`}`,
    ]
  })
  return [...lines, ...namesIn(environment['FACET_FEATURES']).flatMap((name) => unknownFlag(name, 'FACET_FEATURES: '))]
}

function unknownFlag(name: string, before: string): readonly string[] {
  if (flagNames.includes(name)) return []
  const near = nearestWord(name, flagNames)
  return [`${before}${name} is not a flag of this version${near === undefined ? '' : `; the closest flag is ${near}`}`]
}

/** Invalid flag objects are rejected by the flag parser. */
function namesIn(text: string | undefined): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? Object.keys(value) : []
  } catch {
    return []
  }
}
