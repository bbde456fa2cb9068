import type { SelectedMark, AxisRange } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import { invertMask } from '#core/mask/invert-mask.ts'
import { clearMask, type DataMask } from '#core/mask/mask.ts'
import { columnLabel, type QueryFilter } from '#core/query/query-object.ts'
import { drilledForm, drillOf, withinDrill } from './drill-path.ts'
import { isCrossFilter, type Masks } from './masks.ts'

/** The maximum number of marks or conditions read from a URL. */
const MAX_ENTRIES = 1000

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const recordsOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.slice(0, MAX_ENTRIES).filter(isRecord) : []

/** Returns column conditions, which links of older versions contain instead of selected marks. */
function conditionsOf(mask: DataMask): readonly QueryFilter[] {
  return recordsOf(mask.extraFormData?.filters).filter(
    ({ col, op }) => typeof col === 'string' && typeof op === 'string',
  ) as unknown as readonly QueryFilter[]
}

function conditionText({ col, op, val }: QueryFilter): string {
  const value = val === undefined ? '' : [val].flat().map(String).join(', ')
  return op === 'IN' || op === '==' ? value : `${columnLabel(col)} ${op} ${value}`.trim()
}

/** Builds a mask from conditions alone; its label is derived from them and not taken from the URL. */
function maskOfConditions(conditions: readonly QueryFilter[]): DataMask {
  if (conditions.length === 0) return clearMask
  const label = conditions.map(conditionText).join(', ')
  return { extraFormData: { filters: conditions }, filterState: { label, value: conditions.map(({ val }) => val) } }
}

function anew(mask: DataMask, form: FormData): DataMask {
  const kind = chartType(form.viz_type)
  const steps = drillOf(mask)
  const drilled = drilledForm(form, steps)
  const picked = recordsOf(mask.filterState?.['picked']) as readonly SelectedMark[]
  if (picked.length > 0 && kind?.toDataMask) {
    const stored = withinDrill(kind.toDataMask(picked, drilled), form, steps)
    const made = mask.filterState?.['isLeftOut'] === true ? invertMask(stored) : stored
    return { ...made, filterState: { ...made.filterState, picked } }
  }
  const stretch = mask.filterState?.['stretch']
  const brushed = isRecord(stretch) ? kind?.toBrush?.(stretch as unknown as AxisRange, drilled) : undefined
  return brushed ? withinDrill(brushed, form, steps) : maskOfConditions(conditionsOf(mask))
}

/**
 * Returns the initial masks of a page, with cross-filters rebuilt from the selected marks. The URL is not trusted for
 * the effect of a selection, because its label and its conditions could disagree. Charts that are not on the page
 * filter nothing. For charts the user may not see, column conditions stay.
 */
export function restoredSelections(
  masks: Masks,
  forms: Readonly<Record<number, FormData>>,
  placed: ReadonlySet<number>,
): Masks {
  const entries = Object.entries(masks).flatMap(([id, mask]): [string, DataMask][] => {
    if (!isCrossFilter(id)) return [[id, mask]]
    if (!placed.has(Number(id))) return []
    const form = forms[Number(id)]
    const made = form ? anew(mask, form) : maskOfConditions(conditionsOf(mask))
    return [[id, { ...made, id, ...(mask.ownState ? { ownState: mask.ownState } : {}) }]]
  })
  return Object.fromEntries(entries)
}
