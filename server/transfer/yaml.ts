import {
  CORE_SCHEMA,
  defineScalarTag,
  dump,
  floatCoreTag,
  intCoreTag,
  load,
  NOT_RESOLVED,
  type ScalarTagDefinition,
  YAMLException,
} from 'js-yaml'
import { bounds, limitExceededError, requireWithin } from '#core/rest/bounds.ts'
import { exceedsDoublePrecision } from '#core/rest/json.ts'
import { expandedLength, requireShallow } from './expanded-length.ts'

/**
 * Numbers in YAML 1.1 (yaml.org/type/float.html), for whose readers bundles are written, and 1e+21 as in JSON. 08540
 * and 12e4 are texts.
 */
const NUMBER = /^(?:[-+]?(?:(?:0|[1-9]\d*|\d+\.\d*)(?:e[-+]\d+)?|\.(?:inf|nan))|0x[\da-f]+|\.\d+(?:e[-+]\d+)?)$/i

/**
 * Returns a number tag that reads an integer beyond 2^53 as the text of its digits, and keeps text that the writer did
 * not mean as a number.
 */
function careful(tag: ScalarTagDefinition<number>): ScalarTagDefinition<number | string> {
  return defineScalarTag<number | string>(tag.tagName, {
    ...tag,
    resolve: (source, ...more) => {
      const digits = source.replace(/^\+/, '')
      if (exceedsDoublePrecision(digits)) return digits
      return NUMBER.test(source) ? tag.resolve(source, ...more) : NOT_RESOLVED
    },
  })
}

const schema = CORE_SCHEMA.withTags(careful(intCoreTag), careful(floatCoreTag))
const LIMITS = {
  maxAliases: bounds['yaml-aliases'].most,
  // One more level, whose error is reported below; deeper text is not parsed at all.
  maxDepth: bounds['yaml-depth'].most + 2,
}

/**
 * Returns the value of a YAML text; undefined if it is invalid. Aliases count as if they were expanded, and nesting is
 * limited.
 */
export function readYaml(text: string): unknown {
  const value = loadYaml(text)
  requireShallow(value)
  requireWithin('yaml-bytes', expandedLength(value))
  return value
}

function loadYaml(text: string): unknown {
  try {
    return load(text, { schema, json: true, ...LIMITS })
  } catch (error) {
    const reason = error instanceof YAMLException ? error.reason : ''
    if (reason.startsWith('aliases exceeded')) throw limitExceededError('yaml-aliases', bounds['yaml-aliases'].most + 1)
    if (reason.startsWith('nesting exceeded')) throw limitExceededError('yaml-depth', bounds['yaml-depth'].most + 1)
    return undefined
  }
}

/**
 * Returns a value as YAML. Equal values give equal text: lines are not folded, and no aliases are used. Readers of YAML
 * 1.1, such as Superset, and of 1.2 read the same values: texts such as `on`, `2020-01-01` and `12:30:00` are quoted.
 */
export function printYaml(value: unknown): string {
  return dump(value, { lineWidth: -1, noRefs: true })
}
