import type { DataMask } from './mask.ts'
import { EXCEPT } from '#core/query/query-object.ts'
import { t } from '#core/text/t.ts'

/**
 * Returns the mask that selects all rows the given mask excludes, including rows without a value. A mask that filters
 * nothing is returned unchanged.
 */
export function invertMask(mask: DataMask): DataMask {
  const filters = mask.extraFormData?.filters ?? []
  const [first] = filters
  if (!first) return mask
  const { label } = mask.filterState ?? {}
  return {
    ...mask,
    extraFormData: { ...mask.extraFormData, filters: [{ col: first.col, op: EXCEPT, of: filters }] },
    filterState: { ...mask.filterState, ...(label ? { label: t('not %s', label) } : {}), isLeftOut: true },
  }
}
