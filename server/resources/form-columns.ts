import * as z from 'zod'
import { labelOf } from './select-fields.ts'

interface Shape {
  readonly type?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly anyOf?: readonly Shape[]
}

/** Names of the field types in `_info`, as clients know them. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'String',
  integer: 'Integer',
  number: 'Float',
  boolean: 'Boolean',
  array: 'List',
  object: 'Dict',
}

/** Returns the fields of a body for `_info`: type, whether required, and validation. */
export function formColumns(body: z.ZodObject | undefined, names: readonly string[]): readonly object[] {
  const read = body && z.toJSONSchema(body, { io: 'input', target: 'openapi-3.0', unrepresentable: 'any' })
  const shapes = (read?.properties ?? {}) as Readonly<Record<string, Shape>>
  const needed: readonly string[] = read?.required ?? []
  return names.map((name) => {
    const shape = shapeIn(shapes[name] ?? {})
    return {
      name,
      label: labelOf(name),
      description: '',
      type: TYPES[shape.type ?? ''] ?? 'String',
      required: needed.includes(name),
      unique: false,
      ...validate(shape),
    }
  })
}

/** Returns the first alternative of a union that has a known type. */
function shapeIn(shape: Shape): Shape {
  return shape.type === undefined ? (shape.anyOf?.find(({ type }) => type !== undefined) ?? shape) : shape
}

function validate({ minLength: min, maxLength: max }: Shape): { readonly validate?: readonly string[] } {
  if (min === undefined && max === undefined) return {}
  return { validate: [`<Length(min=${min ?? 'None'}, max=${max ?? 'None'}, equal=None, error=None)>`] }
}
