import { isSafeDeclaration } from './safe-value.ts'
import { generate, parse } from './tree.ts'

/** Characters of the styles of one element that are read. */
const MOST = 2000

/** The declarations of a `style` attribute that stay in their place and fetch nothing, printed anew. */
export function inlineStyle(text: string): string {
  if (text.length > MOST) return ''
  try {
    const list = parse(text, { context: 'declarationList', parseCustomProperty: true })
    const nodes = list.type === 'DeclarationList' ? list.children.toArray() : []
    return nodes
      .flatMap((each) => (each.type === 'Declaration' && isSafeDeclaration(each) ? [generate(each)] : []))
      .join(';')
  } catch {
    // nested so deep that it cannot be read
    return ''
  }
}
