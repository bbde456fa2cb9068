import { isSafeDeclaration } from './safe-value.ts'
import { generate, parse } from './tree.ts'

/** Characters of a style attribute that are read; a longer one is left out as a whole. */
export const MAX_STYLE_LENGTH = 2000

/** What a style attribute may set: how an element looks and how large it is, and nothing of where it stands. */
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

/** A margin below zero lays an element over what stands beside it; what a function comes to cannot be read. */
const staysInPlace = (property: string, value: string) => !property.startsWith('margin') || !/[-(]/.test(value)

/**
 * A style attribute of people as it may stand: declarations of the properties above whose values fetch nothing, printed
 * anew; empty when none is left. Nothing in it lays its element over others.
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
    // nested so deep that it cannot be read
    return ''
  }
}
