// The parts of css-tree that are used, without its tables of all properties; its types stand under its whole name alone.
declare module 'css-tree/parser' {
  import type { CssNode, ParseOptions } from 'css-tree'
  export default function parse(text: string, options?: ParseOptions): CssNode
}

declare module 'css-tree/generator' {
  import type { CssNode } from 'css-tree'
  export default function generate(node: CssNode): string
}

declare module 'css-tree/walker' {
  import type { CssNode } from 'css-tree'
  export default function walk(node: CssNode, visit: (node: CssNode) => void): void
}
