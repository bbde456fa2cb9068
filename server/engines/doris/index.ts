import type { Engine } from '../engine.ts'
import { distributedEngine } from '../mysql/index.ts'
import { variantOf } from '../shared/engine-variant.ts'

const PORT = 9030
const EPOCH = "CAST('1970-01-01 00:00:00' AS DATETIME(6))"

/** Apache Doris, which has the protocol of MySQL. */
export const doris: Engine = variantOf(
  distributedEngine({
    name: 'doris',
    timestamp: 'DATETIME(6)',
    epoch: { epoch_s: 'FROM_SECOND({col})', epoch_ms: 'FROM_MILLISECOND({col})' },
    epochMs: `(CAST(MICROSECONDS_DIFF({col}, ${EPOCH}) AS DOUBLE) / 1000)`,
    systemSchemas: ['__internal_schema'],
  }),
  { name: 'doris', label: 'Apache Doris', port: PORT },
)
