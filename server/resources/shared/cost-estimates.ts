import type { Database } from '#core/entity/database.ts'
import { engineNamed } from '#server/engines/index.ts'
import { parseObject } from './present-slice.ts'

/** True if the plans of a database have costs, and its settings allow estimates (`cost_estimate_enabled`). */
export const hasCostEstimate = ({ backend, extra }: Pick<Database, 'backend' | 'extra'>): boolean =>
  engineNamed(backend)?.hasPlanCosts === true && parseObject(extra)['cost_estimate_enabled'] === true
