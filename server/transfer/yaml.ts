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
import { bounds, passed, requireWithin } from '#core/rest/bounds.ts'
import { isBeyondDoubles } from '#core/rest/json.ts'
import { lettersOf, requireShallow } from './extent.ts'

/**
 * Numbers that readers of YAML 1.1 know as such (yaml.org/type/float.html), and 1e+21 as JSON has it: bundles are
 * written for those. 08540 and 12e4 are texts.
 */
const NUMBER = /^(?:[-+]?(?:(?:0|[1-9]\d*|\d+\.\d*)(?:e[-+]\d+)?|\.(?:inf|nan))|0x[\da-f]+|\.\d+(?:e[-+]\d+)?)$/i

/** A whole number beyond 2^53 becomes the text of its digits, and what was no number to who wrote it stays text. */
function careful(tag: ScalarTagDefinition<number>): ScalarTagDefinition<number | string> {
  return defineScalarTag<number | string>(tag.tagName, {
    ...tag,
    resolve: (source, ...more) => {
      const digits = source.replace(/^\+/, '')
      if (isBeyondDoubles(digits)) return digits
      return NUMBER.test(source) ? tag.resolve(source, ...more) : NOT_RESOLVED
    },
  })
}

const schema = CORE_SCHEMA.withTags(careful(intCoreTag), careful(floatCoreTag))
const LIMITS = {
  maxAliases: bounds['yaml-aliases'].most,
  // One more, whose fault is told below; what is deeper is not read at all.
  maxDepth: bounds['yaml-depth'].most + 2,
}

/**
 * The value of a YAML text; undefined when it is none. Aliases may not multiply,
 * what they stand for counts as if it were written, and lists may not be nested too deeply.
 */
export function readYaml(text: string): unknown {
  const value = loaded(text)
  requireShallow(value)
  requireWithin('yaml-bytes', lettersOf(value))
  return value
}

function loaded(text: string): unknown {
  try {
    return load(text, { schema, json: true, ...LIMITS })
  } catch (error) {
    const reason = error instanceof YAMLException ? error.reason : ''
    if (reason.startsWith('aliases exceeded')) throw passed('yaml-aliases', bounds['yaml-aliases'].most + 1)
    if (reason.startsWith('nesting exceeded')) throw passed('yaml-depth', bounds['yaml-depth'].most + 1)
    return undefined
  }
}

/**
 * A value as YAML. The same text for the same value: lines are not folded, and nothing is said by reference. Readers of
 * YAML 1.1, as the reference is one, find in it what those of 1.2 do: texts such as `on`, `2020-01-01` and `12:30:00`
 * stand between quotation marks.
 */
export function printYaml(value: unknown): string {
  return dump(value, { lineWidth: -1, noRefs: true })
}
