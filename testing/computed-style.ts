/** Properties that role and name queries read of every element. */
const QUICK = new Set(['display', 'visibility'])

const hasSheets = (document: Document) => document.styleSheets.length > 0 || document.adoptedStyleSheets.length > 0

/** Whether the element or one around it states its visibility. */
function statesVisibility(element: Element): boolean {
  for (let each: Element | null = element; each; each = each.parentElement)
    if (each.getAttribute('style')?.includes('visibility')) return true
  return false
}

/**
 * Makes the computed `display` and `visibility` of elements quick to read. Without style sheets they depend on the tag,
 * `hidden` and inline styles alone; everything else is left to the document. For each query by role, Testing Library reads
 * both properties of every element. In happy-dom this takes an eighth of the time of all DOM tests.
 */
export function cacheComputedStyle(window: Window): void {
  const computed = window.getComputedStyle.bind(window)
  const displays = new Map<string, string>()

  function read(element: Element, property: string): string | undefined {
    if (!element.isConnected || hasSheets(element.ownerDocument)) return undefined
    if (property === 'visibility') return statesVisibility(element) ? undefined : ''
    if (element.hasAttribute('style') || element.hasAttribute('hidden')) return undefined
    const known = displays.get(element.tagName) ?? computed(element).display
    displays.set(element.tagName, known)
    return known
  }

  window.getComputedStyle = (element, pseudo) => {
    if (pseudo) return computed(element, pseudo)
    const value = (property: string) => (QUICK.has(property) ? read(element, property) : undefined)
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (name === 'getPropertyValue')
          return (property: string) => value(property) ?? computed(element).getPropertyValue(property)
        const quick = typeof name === 'string' ? value(name) : undefined
        if (quick !== undefined) return quick
        const style = computed(element)
        const found: unknown = Reflect.get(style, name, style)
        return typeof found === 'function' ? found.bind(style) : found
      },
    })
  }
}
