import type { CssNode, Declaration } from 'css-tree'
import { parse, walk } from './tree.ts'

/** Functions in values that draw, compute or position, but load nothing. */
const functions = new Set(
  [
    'var calc min max clamp abs sign round mod rem sin cos tan pow sqrt hypot',
    'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark',
    'linear-gradient radial-gradient conic-gradient',
    'repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient',
    'translate translatex translatey translate3d scale scalex scaley rotate skew skewx skewy matrix',
    'blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia',
    'cubic-bezier steps linear repeat minmax fit-content counter counters inset circle ellipse polygon',
  ]
    .join(' ')
    .split(' '),
)

/** Properties that load or run something in some browser, or move an element out of its tree. */
const forbidden = new Set(['behavior', '-moz-binding', 'src', 'view-transition-name', 'overlay'])

const positions = new Set(['static', 'relative', 'absolute', 'sticky'])

const PLAIN = /^-{0,2}[a-z_\u00a0-\uffff][\w\u00a0-\uffff-]*$/i

/** True if a name contains no escapes. An escaped name could read as another name in some parser. */
export const isPlainName = (name: string): boolean => PLAIN.test(name)

const asValue = (text: string): CssNode => parse(text, { context: 'value', parseCustomProperty: true })

/** True if a value, condition or media query loads nothing, contains no escapes and was parsed completely. */
export function isSafeTree(node: CssNode): boolean {
  let isSafe = true
  walk(node, (each) => {
    if (each.type === 'Url') isSafe = false
    else if (each.type === 'Raw') isSafe &&= isSafeText(each.value)
    else if (each.type === 'Function') isSafe &&= functions.has(each.name.toLowerCase())
    else if (each.type === 'Identifier') isSafe &&= isPlainName(each.name)
    else if (each.type === 'Dimension') isSafe &&= isPlainName(each.unit)
    else if (each.type === 'Declaration') isSafe &&= isPlainName(each.property)
  })
  return isSafe
}

/** Text that the parser leaves raw, such as the fallback of a variable, is parsed as a value, one level deep only. */
function isSafeText(text: string): boolean {
  const read = asValue(text)
  let hasRaw = false
  walk(read, (each) => {
    if (each.type === 'Raw') hasRaw = true
  })
  return !hasRaw && !text.includes('\\') && isSafeTree(read)
}

function identifiersIn(value: CssNode): readonly string[] | undefined {
  if (value.type !== 'Value') return undefined
  const children = value.children.toArray()
  return children.every((each) => each.type === 'Identifier')
    ? children.map((each) => (each.type === 'Identifier' ? each.name.toLowerCase() : ''))
    : undefined
}

/** True if a declaration is safe: it stays in its place and loads nothing from outside. */
export function isSafeDeclaration({ property, value }: Declaration): boolean {
  if (!isPlainName(property) || forbidden.has(property.toLowerCase())) return false
  if (property.toLowerCase() === 'position') return identifiersIn(value)?.every((word) => positions.has(word)) === true
  return isSafeTree(value)
}
