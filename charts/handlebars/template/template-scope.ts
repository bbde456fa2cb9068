import { ownValue } from './values.ts'
import type { PathExpression } from './tree.ts'

/** The scope of a part of a template: its context and the outer scopes. */
export interface TemplateScope {
  readonly context: unknown
  /** The scope that `../` refers to. */
  readonly parent?: TemplateScope | undefined
  /** The values of `@` variables. */
  readonly data: Readonly<Record<string, unknown>>
  /** The values of block parameters (`as |...|`). */
  readonly names: Readonly<Record<string, unknown>>
}

/** The variables that a block adds to its scope. */
export interface BlockVariables {
  readonly data?: Readonly<Record<string, unknown>>
  readonly names?: Readonly<Record<string, unknown>>
}

export const rootScope = (context: unknown): TemplateScope => ({ context, data: { root: context }, names: {} })

/** Returns the scope within a block. It is a new `../` level only if the context changes. */
export function blockScope(
  outer: TemplateScope,
  context: unknown,
  { data = {}, names = {} }: BlockVariables = {},
): TemplateScope {
  return {
    context,
    parent: Object.is(context, outer.context) ? outer.parent : outer,
    data: { ...outer.data, ...data },
    names: { ...outer.names, ...names },
  }
}

/** Resolves a path in a scope; undefined if it does not exist. */
export function resolvePath(path: PathExpression, frame: TemplateScope): unknown {
  const parts = path.parts.filter((part): part is string => typeof part === 'string')
  if (parts.length < path.parts.length) return undefined
  let scope: TemplateScope | undefined = frame
  for (let level = 0; level < path.depth; level += 1) scope = scope?.parent
  if (!scope) return undefined
  const [first] = parts
  const isNamed = !path.data && path.depth === 0 && !isScoped(path) && first !== undefined
  if (isNamed && Object.hasOwn(scope.names, first)) return parts.reduce<unknown>(ownValue, scope.names)
  return parts.reduce<unknown>(ownValue, path.data ? scope.data : scope.context)
}

/** True if a path starts with a scope (`this/name`, `./name`): such a path never names a helper. */
export function isScoped(path: PathExpression): boolean {
  return /^(?:\.|this\b)/.test(path.original)
}
