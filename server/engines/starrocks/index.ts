import type { Engine } from '../engine.ts'
import { distributedEngine } from '../mysql/index.ts'
import { variantOf } from '../shared/engine-variant.ts'

const PORT = 9030
const EPOCH = "CAST('1970-01-01 00:00:00' AS DATETIME)"

/** StarRocks, which has the protocol of MySQL. */
export const starrocks: Engine = variantOf(
  distributedEngine({
    name: 'starrocks',
    timestamp: 'DATETIME',
    epoch: { epoch_s: 'TO_DATETIME_NTZ({col}, 0)', epoch_ms: 'TO_DATETIME_NTZ({col}, 3)' },
    epochMs: `CAST(MILLISECONDS_DIFF({col}, ${EPOCH}) AS DOUBLE)`,
    systemSchemas: ['_statistics_', 'sys'],
  }),
  { name: 'starrocks', label: 'StarRocks', port: PORT },
)
