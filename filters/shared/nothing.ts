import type { DataMask } from '#core/mask/mask.ts'
import type { FilterConfig } from '../filter-type.ts'
import { isOn } from './target.ts'

/** Lets through no row. */
const NOTHING = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' } as const

/** What a filter without a value means: nothing, or, where one is required, that its charts stay empty. */
export function emptied(config: FilterConfig): DataMask {
  return isOn(config, 'enableEmptyFilter')
    ? { extraFormData: { adhoc_filters: [NOTHING] }, filterState: { value: null, validateStatus: 'error' } }
    : { extraFormData: {}, filterState: { value: null } }
}
