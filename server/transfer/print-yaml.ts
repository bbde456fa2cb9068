import { isScalar, type Scalar, type ScalarTag, stringify } from 'yaml'

const TEXT = 'tag:yaml.org,2002:str'
const NUMBERS = ['tag:yaml.org,2002:int', 'tag:yaml.org,2002:float']

/**
 * What readers of YAML 1.1 take for breaks of lines or refuse raw: controls, breaks of Unicode, surrogates without their
 * other half, and what is no character (yaml.org/spec/1.1, 5.1).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for.
const UNSAID = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}/gu

/** A text on one line, between quotation marks, as JSON has it; YAML of both versions reads that. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(UNSAID, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Whether a text may stand as it is, or on lines of its own: one of tabs may do that alone. */
function isPlain(text: string): boolean {
  return text !== '=' && text.search(UNSAID) < 0 && (text.includes('\n') || !text.includes('\t'))
}

/** Readers of YAML 1.1 know a text that is only `=` as something of its own, and take no exponent without a point before it. */
function changed(tag: ScalarTag): ScalarTag {
  const { stringify: print } = tag
  if (tag.tag === TEXT)
    return {
      ...tag,
      stringify: (item, ...more) => {
        const text = String(item.value)
        return isPlain(text) ? (print?.(item, ...more) ?? text) : quoted(text)
      },
    }
  if (NUMBERS.includes(tag.tag))
    return {
      ...tag,
      stringify: (item: Scalar, ...more) => (print?.(item, ...more) ?? '').replace(/^(-?\d+)(?=e)/i, '$1.0'),
    }
  return tag
}

/**
 * A value as YAML. The same text for the same value: lines are not folded, and nothing is said by reference. Readers of
 * YAML 1.1, as the reference is one, find in it what those of 1.2 do: texts such as `on`, `2020-01-01` and `12:30:00` stand between quotation
 * marks.
 */
export function printYaml(value: unknown): string {
  return stringify(value, {
    lineWidth: 0,
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1',
    customTags: (tags) => tags.map((tag) => (typeof tag === 'string' || !isScalarTag(tag) ? tag : changed(tag))),
  })
}

function isScalarTag(tag: { readonly collection?: unknown }): tag is ScalarTag {
  return tag.collection === undefined
}
