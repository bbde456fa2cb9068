import type { Actor } from '../actor.ts'
import { aborts } from './aborts.ts'
import { counters } from './counters.ts'
import { health } from './health.ts'
import { heavyQueries } from './heavy-queries.ts'
import { clockChanger } from './clock-changes.ts'
import { killer } from './engine-killer.ts'
import { makers } from './entity-makers.ts'
import { readers } from './readers.ts'
import { restarter } from './restarter.ts'
import { uploads } from './uploads.ts'
import { writers } from './writers.ts'

/** All actors of a soak test. */
export const actors: readonly Actor[] = [
  writers,
  makers,
  counters,
  uploads,
  readers,
  heavyQueries,
  aborts,
  killer,
  restarter,
  clockChanger,
  health,
]
