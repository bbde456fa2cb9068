import type { DataMask } from '#core/mask/mask.ts'
import type { FilterConfig } from '../filter-type.ts'
import { isSettingOn } from './target.ts'

/** Matches no row. */
const NOTHING = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' } as const

/**
 * Returns the data mask of a filter without a value: no filter, or if a value is required, a filter that matches no
 * row.
 */
export function emptyMask(config: FilterConfig): DataMask {
  return isSettingOn(config, 'enableEmptyFilter')
    ? { extraFormData: { adhoc_filters: [NOTHING] }, filterState: { value: null, validateStatus: 'error' } }
    : { extraFormData: {}, filterState: { value: null } }
}
