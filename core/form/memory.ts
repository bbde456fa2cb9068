import type { FormData } from './form-data.ts'
import { listOf } from './query-fields.ts'

/** A control that holds metrics or columns: its form data key, and whether it holds a list. */
export interface Slot {
  readonly name: string
  readonly multi: boolean
}

/** The controls of a chart type as its memory needs them. */
export interface Slots {
  readonly metrics: readonly Slot[]
  readonly columns: readonly Slot[]
  /** Names of all its controls. */
  readonly names: readonly string[]
}

/** What a form remembers of earlier chart types, under `standardizedFormData`. */
export interface StandardizedFormData {
  readonly controls: { readonly metrics: readonly unknown[]; readonly columns: readonly unknown[] }
  readonly memorizedFormData: readonly (readonly [string, FormData])[]
}

/** Time and filters belong to the question, not to the chart type: they stay even where the type has no control. */
const CARRIED = ['granularity_sqla', 'time_grain_sqla', 'time_range', 'x_axis', 'adhoc_filters']

type Standard = StandardizedFormData['controls']

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function collect(form: FormData, slots: readonly Slot[]): unknown[] {
  return slots.flatMap((slot) => listOf<unknown>(form[slot.name]))
}

function collectBoth(form: FormData, slots: Slots): Standard {
  return { metrics: collect(form, slots.metrics), columns: collect(form, slots.columns) }
}

/** Hands values out to slots in order: a single slot takes one, a list takes what is left. */
function deal(values: readonly unknown[], slots: readonly Slot[]): Record<string, unknown> {
  const rest = [...values]
  return Object.fromEntries(slots.map((slot) => [slot.name, slot.multi ? rest.splice(0) : (rest.shift() ?? null)]))
}

function dealBoth(standard: Standard, slots: Slots): Record<string, unknown> {
  return { ...deal(standard.metrics, slots.metrics), ...deal(standard.columns, slots.columns) }
}

/** What a smaller chart type had no room for stays known as long as what it got is unchanged. */
function standardOf(form: FormData, slots: Slots): Standard {
  const now = collectBoth(form, slots)
  const before = (form['standardizedFormData'] as StandardizedFormData | undefined)?.controls
  if (!before) return now
  const got = { ...form, ...dealBoth(before, slots) }
  return same(collectBoth(got, slots), now) ? before : now
}

/**
 * The form for another chart type. Metrics and columns move into the controls of the new type; time, filters and what is
 * no control stay. Controls of the same name keep their values in a type not used before; one used before comes back as
 * it was left, but for metrics or columns changed meanwhile.
 * Time that nobody has chosen does not go where there is no control for it.
 * @param to `defaults` are the form data of the new type when nothing is known
 * @param from `defaults` are those of the old type
 */
export function switchChartType(
  form: FormData,
  to: { readonly viz_type: string; readonly slots: Slots; readonly defaults: Readonly<Record<string, unknown>> },
  from: Slots & { readonly defaults?: Readonly<Record<string, unknown>> },
): FormData {
  const { standardizedFormData, ...left } = form as FormData & { standardizedFormData?: StandardizedFormData }
  const memory = (standardizedFormData?.memorizedFormData ?? []).filter(([type]) => type !== form.viz_type)
  const remembered = memory.find(([type]) => type === to.viz_type)?.[1]
  const standard = standardOf(form, from)
  const moved = [...from.metrics, ...from.columns].map((slot) => slot.name)
  const isDefault = (key: string) => from.defaults?.[key] !== undefined && same(left[key], from.defaults[key])
  const stays = (key: string): boolean => {
    if (CARRIED.includes(key)) return to.slots.names.includes(key) || !isDefault(key)
    return to.slots.names.includes(key) ? remembered === undefined : !from.names.includes(key)
  }
  const kept = Object.fromEntries(Object.entries(left).filter(([key]) => !moved.includes(key) && stays(key)))
  const dealt = dealBoth(standard, to.slots)
  const unchanged =
    remembered && same(collectBoth({ ...remembered, ...dealt }, to.slots), collectBoth(remembered, to.slots))
  return {
    ...(unchanged ? remembered : { ...to.defaults, ...remembered }),
    ...kept,
    ...(unchanged ? {} : dealt),
    viz_type: to.viz_type,
    standardizedFormData: { controls: standard, memorizedFormData: [...memory, [form.viz_type, left]] },
  }
}
