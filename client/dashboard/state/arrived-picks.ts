import type { Pick, Stretch } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import { leftOut } from '#core/mask/left-out.ts'
import { clearMask, type DataMask } from '#core/mask/mask.ts'
import { columnLabel, type QueryFilter } from '#core/query/query-object.ts'
import { drilledForm, drillOf, withinDrill } from './drill.ts'
import { isCrossFilter, type Masks } from './masks.ts'

/** Marks and conditions an address may bring. */
const MAX_ENTRIES = 1000

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const recordsOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.slice(0, MAX_ENTRIES).filter(isRecord) : []

/** Conditions on columns, as links of older versions bring them in place of what was picked. */
function conditionsOf(mask: DataMask): readonly QueryFilter[] {
  return recordsOf(mask.extraFormData?.filters).filter(
    ({ col, op }) => typeof col === 'string' && typeof op === 'string',
  ) as unknown as readonly QueryFilter[]
}

function conditionText({ col, op, val }: QueryFilter): string {
  const value = val === undefined ? '' : [val].flat().map(String).join(', ')
  return op === 'IN' || op === '==' ? value : `${columnLabel(col)} ${op} ${value}`.trim()
}

/** What conditions alone say of themselves, whatever the address calls them. */
function bare(conditions: readonly QueryFilter[]): DataMask {
  if (conditions.length === 0) return clearMask
  const label = conditions.map(conditionText).join(', ')
  return { extraFormData: { filters: conditions }, filterState: { label, value: conditions.map(({ val }) => val) } }
}

function anew(mask: DataMask, form: FormData): DataMask {
  const kind = chartType(form.viz_type)
  const steps = drillOf(mask)
  const drilled = drilledForm(form, steps)
  const picked = recordsOf(mask.filterState?.['picked']) as readonly Pick[]
  if (picked.length > 0 && kind?.toMask) {
    const kept = withinDrill(kind.toMask(picked, drilled), form, steps)
    const made = mask.filterState?.['isLeftOut'] === true ? leftOut(kept) : kept
    return { ...made, filterState: { ...made.filterState, picked } }
  }
  const stretch = mask.filterState?.['stretch']
  const brushed = isRecord(stretch) ? kind?.toBrush?.(stretch as unknown as Stretch, drilled) : undefined
  return brushed ? withinDrill(brushed, form, steps) : bare(conditionsOf(mask))
}

/**
 * The masks a page opens with, whose cross-filters are made anew of what was picked: an address says what is picked and
 * not what that does, or its words could say one thing and its conditions another. A chart that is not on the page
 * filters nothing. Of charts the reader may not see, conditions on columns stay.
 */
export function pickedAnew(
  masks: Masks,
  forms: Readonly<Record<number, FormData>>,
  placed: ReadonlySet<number>,
): Masks {
  const entries = Object.entries(masks).flatMap(([id, mask]): [string, DataMask][] => {
    if (!isCrossFilter(id)) return [[id, mask]]
    if (!placed.has(Number(id))) return []
    const form = forms[Number(id)]
    const made = form ? anew(mask, form) : bare(conditionsOf(mask))
    return [[id, { ...made, id, ...(mask.ownState ? { ownState: mask.ownState } : {}) }]]
  })
  return Object.fromEntries(entries)
}
