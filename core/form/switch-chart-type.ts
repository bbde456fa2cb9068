import type { FormData } from './form-data.ts'
import { listOf } from './query-fields.ts'

/** A control for metrics or columns: its form data key, and whether it holds a list. */
export interface Slot {
  readonly name: string
  readonly multi: boolean
}

/** The controls of a chart type, as needed to switch types. */
export interface TransferableControls {
  readonly metrics: readonly Slot[]
  readonly columns: readonly Slot[]
  /** Names of all its controls. */
  readonly names: readonly string[]
}

/** Values of earlier chart types that a form remembers under `standardizedFormData`. */
export interface StandardizedFormData {
  readonly controls: { readonly metrics: readonly unknown[]; readonly columns: readonly unknown[] }
  readonly memorizedFormData: readonly (readonly [string, FormData])[]
}

/**
 * Time and filters belong to the query, not to the chart type. They are retained even if the type has no control for
 * them.
 */
const CARRIED = ['granularity_sqla', 'time_grain_sqla', 'time_range', 'x_axis', 'adhoc_filters']

type Standard = StandardizedFormData['controls']

const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function collect(form: FormData, slots: readonly Slot[]): unknown[] {
  return slots.flatMap((slot) => listOf<unknown>(form[slot.name]))
}

function collectBoth(form: FormData, slots: TransferableControls): Standard {
  return { metrics: collect(form, slots.metrics), columns: collect(form, slots.columns) }
}

/** Distributes values over slots in order: a single slot takes one, a list takes the rest. */
function distributeValues(values: readonly unknown[], slots: readonly Slot[]): Record<string, unknown> {
  const rest = [...values]
  return Object.fromEntries(slots.map((slot) => [slot.name, slot.multi ? rest.splice(0) : (rest.shift() ?? null)]))
}

function dealBoth(standard: Standard, slots: TransferableControls): Record<string, unknown> {
  return { ...distributeValues(standard.metrics, slots.metrics), ...distributeValues(standard.columns, slots.columns) }
}

/** Values that did not fit into a chart type with fewer slots are remembered while its own values are unchanged. */
function standardOf(form: FormData, slots: TransferableControls): Standard {
  const now = collectBoth(form, slots)
  const before = (form['standardizedFormData'] as StandardizedFormData | undefined)?.controls
  if (!before) return now
  const got = { ...form, ...dealBoth(before, slots) }
  return isSameValue(collectBoth(got, slots), now) ? before : now
}

/**
 * Returns the form for another chart type. Metrics and columns move into the controls of the new type; time, filters
 * and keys without controls are retained. If the type was not used before, controls of the same name keep their values;
 * otherwise its last state is restored, except for metrics or columns changed since. A default time setting is dropped
 * if the type has no control for it.
 * @param to `defaults` are the initial form data of the new type
 * @param from `defaults` are those of the old type
 */
export function switchChartType(
  form: FormData,
  to: {
    readonly viz_type: string
    readonly slots: TransferableControls
    readonly defaults: Readonly<Record<string, unknown>>
  },
  from: TransferableControls & { readonly defaults?: Readonly<Record<string, unknown>> },
): FormData {
  const { standardizedFormData, ...left } = form as FormData & { standardizedFormData?: StandardizedFormData }
  const memory = (standardizedFormData?.memorizedFormData ?? []).filter(([type]) => type !== form.viz_type)
  const remembered = memory.find(([type]) => type === to.viz_type)?.[1]
  const standard = standardOf(form, from)
  const moved = [...from.metrics, ...from.columns].map((slot) => slot.name)
  const isDefault = (key: string) => from.defaults?.[key] !== undefined && isSameValue(left[key], from.defaults[key])
  const stays = (key: string): boolean => {
    if (CARRIED.includes(key)) return to.slots.names.includes(key) || !isDefault(key)
    return to.slots.names.includes(key) ? remembered === undefined : !from.names.includes(key)
  }
  const remaining = Object.fromEntries(Object.entries(left).filter(([key]) => !moved.includes(key) && stays(key)))
  const dealt = dealBoth(standard, to.slots)
  const unchanged =
    remembered && isSameValue(collectBoth({ ...remembered, ...dealt }, to.slots), collectBoth(remembered, to.slots))
  return {
    ...(unchanged ? remembered : { ...to.defaults, ...remembered }),
    ...remaining,
    ...(unchanged ? {} : dealt),
    viz_type: to.viz_type,
    standardizedFormData: { controls: standard, memorizedFormData: [...memory, [form.viz_type, left]] },
  }
}
