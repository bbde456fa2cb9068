import { dependencyCycle } from '#core/scope/cascade.ts'
import { t } from '#core/text/t.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'

/** The state of the filter configuration that validation needs. */
export interface CheckedFilters {
  readonly filters: readonly FilterConfig[]
  /** Ids of the filters with a default. */
  readonly defaulted: readonly string[]
}

/** Validation errors of a filter, by field. */
export type FilterProblems = Readonly<Partial<Record<'name' | 'dataset' | 'column' | 'default' | 'parents', string>>>

const isBlank = (text: string | undefined) => (text ?? '').trim() === ''

function targetProblems(filter: FilterConfig): FilterProblems {
  const type = filterType(filter.filterType)
  const [target] = filter.targets ?? []
  if (!type || type.target === 'none') return {}
  if (target?.datasetId === undefined) return { dataset: t('Dataset is required') }
  if (typeof type.target === 'object' && isBlank(target.column?.name)) return { column: t('Column is required') }
  return {}
}

/** Reports filters whose parents form a cycle. */
function circleProblem({ filters }: CheckedFilters, filter: FilterConfig): FilterProblems {
  const circle = dependencyCycle(filters, filter.id)
  if (circle.length === 0) return {}
  const names = circle.map((id) => filters.find((each) => each.id === id)?.name || id)
  return { parents: t('Cyclic dependency detected: %s', [...names, names[0] ?? ''].join(' → ')) }
}

/** Returns the validation errors of a filter; empty if it can be saved. */
export function filterProblems(draft: CheckedFilters, filter: FilterConfig): FilterProblems {
  if (filter.type === 'DIVIDER') return isBlank(filter.title) ? { name: t('Title is required') } : {}
  const value = filter.defaultDataMask?.filterState?.value
  const takesFirst = filter.controlValues?.['defaultToFirstItem'] === true
  const lacksDefault = draft.defaulted.includes(filter.id) && !takesFirst && (value === undefined || value === null)
  return {
    ...(isBlank(filter.name) ? { name: t('Name is required') } : {}),
    ...targetProblems(filter),
    ...(lacksDefault ? { default: t('Default value is required') } : {}),
    ...circleProblem(draft, filter),
  }
}
