import type { Actor } from '../actor.ts'
import { health } from './health.ts'
import { readers } from './readers.ts'
import { writers } from './writers.ts'

/** Everybody who does something to the server in a soak. */
export const actors: readonly Actor[] = [writers, readers, health]
