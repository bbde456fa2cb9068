import { isSafeDeclaration } from './safe-value.ts'
import { generate, parse } from './tree.ts'

/** Maximum length of a style attribute in characters; a longer one is dropped. */
export const MAX_STYLE_LENGTH = 2000

/** Properties that a style attribute may set: appearance and size, but not position. */
const properties = new Set(
  [
    'color opacity background background-color background-image',
    'border border-top border-right border-bottom border-left border-color border-style border-width border-radius',
    'border-collapse border-spacing box-shadow',
    'margin margin-top margin-right margin-bottom margin-left padding padding-top padding-right padding-bottom padding-left',
    'width height min-width min-height max-width max-height',
    'display float clear overflow gap flex flex-direction flex-wrap flex-grow flex-shrink flex-basis',
    'align-items align-self justify-content justify-items grid-template-columns grid-column object-fit',
    'font font-family font-size font-style font-variant font-weight font-variant-numeric line-height letter-spacing',
    'text-align text-decoration text-indent text-transform vertical-align white-space word-break overflow-wrap',
    'list-style-type',
  ]
    .join(' ')
    .split(' '),
)

/**
 * A negative margin would place an element over its neighbors. The result of a function is unknown, so functions are
 * rejected too.
 */
const staysInPlace = (property: string, value: string) => !property.startsWith('margin') || !/[-(]/.test(value)

/**
 * Sanitizes a style attribute written by a user. Returns the declarations of the properties above whose values load
 * nothing, printed anew; empty if none is left. No element can overlap others.
 */
export function inlineStyle(text: string): string {
  if (text.length > MAX_STYLE_LENGTH) return ''
  try {
    const list = parse(text, { context: 'declarationList', parseCustomProperty: true })
    if (list.type !== 'DeclarationList') return ''
    return list.children
      .toArray()
      .flatMap((each) => {
        if (each.type !== 'Declaration' || !isSafeDeclaration(each)) return []
        const [property, value] = [each.property.toLowerCase(), generate(each.value)]
        return properties.has(property) && staysInPlace(property, value) ? [`${property}:${value}`] : []
      })
      .join(';')
  } catch {
    // Nested too deeply to parse.
    return ''
  }
}
