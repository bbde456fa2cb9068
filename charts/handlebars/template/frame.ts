import { ownValue } from './values.ts'
import type { PathExpression } from './tree.ts'

/** Where a part of a template stands: what it speaks of, and what is around that. */
export interface Frame {
  readonly context: unknown
  /** What `../` leads to. */
  readonly parent?: Frame | undefined
  /** What names after `@` mean. */
  readonly data: Readonly<Record<string, unknown>>
  /** What names after `as |...|` mean. */
  readonly names: Readonly<Record<string, unknown>>
}

/** What a block adds to the place it stands at. */
export interface Inner {
  readonly data?: Readonly<Record<string, unknown>>
  readonly names?: Readonly<Record<string, unknown>>
}

export const rootFrame = (context: unknown): Frame => ({ context, data: { root: context }, names: {} })

/** The place within a block: a level of its own only where it speaks of something else. */
export function innerFrame(outer: Frame, context: unknown, { data = {}, names = {} }: Inner = {}): Frame {
  return {
    context,
    parent: Object.is(context, outer.context) ? outer.parent : outer,
    data: { ...outer.data, ...data },
    names: { ...outer.names, ...names },
  }
}

/** What a path leads to from here; undefined where it leads nowhere. */
export function follow(path: PathExpression, frame: Frame): unknown {
  const parts = path.parts.filter((part): part is string => typeof part === 'string')
  if (parts.length < path.parts.length) return undefined
  let place: Frame | undefined = frame
  for (let level = 0; level < path.depth; level += 1) place = place?.parent
  if (!place) return undefined
  const [first] = parts
  const isNamed = !path.data && path.depth === 0 && !isScoped(path) && first !== undefined
  if (isNamed && Object.hasOwn(place.names, first)) return parts.reduce<unknown>(ownValue, place.names)
  return parts.reduce<unknown>(ownValue, path.data ? place.data : place.context)
}

/** Whether a path says where it begins (`this/name`, `./name`): such a path names no helper. */
export function isScoped(path: PathExpression): boolean {
  return /^(?:\.|this\b)/.test(path.original)
}
