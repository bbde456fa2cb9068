import type { Engine } from '../engine.ts'
import { postgresql } from '../postgres/index.ts'
import { variantOf } from '../shared/engine-variant.ts'

/** TimescaleDB, which has the protocol and the SQL of PostgreSQL. */
export const timescaledb: Engine = variantOf(postgresql, { name: 'timescaledb', label: 'TimescaleDB', port: 5432 })
