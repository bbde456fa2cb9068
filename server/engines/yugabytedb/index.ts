import type { Engine } from '../engine.ts'
import { postgresql } from '../postgres/index.ts'
import { variantOf } from '../shared/engine-variant.ts'

/** YugabyteDB, which has the protocol and the SQL of PostgreSQL. */
export const yugabytedb: Engine = variantOf(postgresql, { name: 'yugabytedb', label: 'YugabyteDB', port: 5433 })
