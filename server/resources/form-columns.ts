import * as z from 'zod'
import { labelOf } from './pick.ts'

interface Shape {
  readonly type?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly anyOf?: readonly Shape[]
}

/** Names that clients know kinds of fields by. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'String',
  integer: 'Integer',
  number: 'Float',
  boolean: 'Boolean',
  array: 'List',
  object: 'Dict',
}

/** The fields of a body as `_info` tells them: what each is, whether it has to be given, and what it is checked by. */
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

/** Of several ways to give a field the first that says what it is. */
function shapeIn(shape: Shape): Shape {
  return shape.type === undefined ? (shape.anyOf?.find(({ type }) => type !== undefined) ?? shape) : shape
}

function validate({ minLength: min, maxLength: max }: Shape): { readonly validate?: readonly string[] } {
  if (min === undefined && max === undefined) return {}
  return { validate: [`<Length(min=${min ?? 'None'}, max=${max ?? 'None'}, equal=None, error=None)>`] }
}
