import { optionalNumber, requiredNumber, isEmpty, notEmpty } from './validators.ts'
import type { ControlContext, ItemField, Validator } from '#controls/control.ts'

/** A value that consists of fields. */
export type Item = Readonly<Record<string, unknown>>

const numberOf = (raw: unknown): number | undefined => {
  const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const clampNumber = (number: number | undefined, { min, max }: ItemField): number | undefined =>
  number === undefined
    ? undefined
    : Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(min ?? Number.NEGATIVE_INFINITY, number))

function parseField(raw: unknown, field: ItemField): unknown {
  switch (field.kind) {
    case 'toggle':
      return typeof raw === 'boolean' ? raw : undefined
    case 'number':
      return numberOf(raw)
    case 'slider':
      return clampNumber(numberOf(raw), field)
    case 'bounds':
      return Array.isArray(raw) ? [numberOf(raw[0]) ?? null, numberOf(raw[1]) ?? null] : undefined
    case 'choice': {
      const choice = field.choices?.find((each) => each.value === raw)
      return choice ? choice.value : field.isFreeForm && typeof raw === 'string' && raw !== '' ? raw : undefined
    }
    default:
      return (typeof raw === 'string' || typeof raw === 'number') && raw !== '' ? String(raw) : undefined
  }
}

/**
 * Parses an item: every field has a valid value or is absent. Keys without a field are retained, because a newer
 * version may have written them. Undefined if the value is not an item.
 */
export function readItem(raw: unknown, fields: readonly ItemField[]): Item | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined
  const completedItem: Record<string, unknown> = { ...raw }
  for (const field of fields) {
    const value = parseField(completedItem[field.name], field)
    if (value === undefined) delete completedItem[field.name]
    else completedItem[field.name] = value
  }
  return completedItem
}

/** Parses a list of items with a unique `key` each. */
export function readItems(raw: unknown, fields: readonly ItemField[]): readonly Item[] {
  const items = (Array.isArray(raw) ? raw : [raw])
    .map((each) => readItem(each, fields))
    .filter((each) => each !== undefined)
  const taken = new Set<string>()
  return items.map((item, index) => {
    let key = typeof item['key'] === 'string' && item['key'] !== '' ? item['key'] : `item_${index + 1}`
    while (taken.has(key)) key = `${key}_`
    taken.add(key)
    return { ...item, key }
  })
}

const EXAMPLES: Readonly<Partial<Record<ItemField['kind'], unknown>>> = {
  bounds: [2, 6],
  number: 7,
  text: 'Another text',
  toggle: true,
}

/** Returns an item in which all fields have a value. */
export function exampleItem(fields: readonly ItemField[], { dataset }: ControlContext): Item {
  const valueOf = ({ kind, choices, min, max }: ItemField): unknown => {
    if (kind === 'choice') return choices?.at(-1)?.value
    if (kind === 'column') return dataset.columns[0]?.column_name
    return kind === 'slider' ? (max ?? min) : EXAMPLES[kind]
  }
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]))
}

/** Returns the visible fields of an item. */
export function visibleFields(item: Item, fields: readonly ItemField[]): readonly ItemField[] {
  return fields.filter((field) => field.visible?.(item) ?? true)
}

/** Either limit may be empty. */
const twoNumbers: Validator = (value) =>
  Array.isArray(value) ? (value.map(optionalNumber).find((each) => each !== null) ?? null) : optionalNumber(value)

const ofKind: Partial<Record<ItemField['kind'], readonly Validator[]>> = {
  number: [requiredNumber],
  bounds: [twoNumbers],
}

/** Returns messages by field name for visible fields. An empty field is checked only if it is required. */
export function itemErrors(item: Item, fields: readonly ItemField[]): Readonly<Record<string, string>> {
  const found = visibleFields(item, fields).flatMap((field) => {
    const value = item[field.name]
    if (isEmpty(value)) return field.required ? [[field.name, notEmpty(value)] as const] : []
    const message = [...(ofKind[field.kind] ?? []), ...(field.validators ?? [])]
      .map((check) => check(value))
      .find((each) => each !== null)
    return message ? [[field.name, message] as const] : []
  })
  return Object.fromEntries(found) as Record<string, string>
}

/** Sets the value of a field; an empty value removes the field. */
export function withField(item: Item, name: string, value: unknown): Item {
  const { [name]: _, ...rest } = item
  return isEmpty(value) ? rest : { ...rest, [name]: value }
}
