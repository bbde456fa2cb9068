import type { Person } from './person.ts'
import type { Random } from './random.ts'
import type { Record } from './record.ts'
import type { SoakFixture } from './fixture.ts'

/** What an actor works with. `actor` is its name, for the record. */
export interface Stage {
  readonly actor: string
  readonly world: SoakFixture
  readonly record: Record
  /** A source of this lane alone. */
  readonly random: Random
  /** Which of the lanes, from 0. */
  readonly lane: number
  /** A person of the world, by name. */
  readonly person: (name: string) => Person
}

/** One lane of an actor. */
export interface Lane {
  /** Does one thing and judges what comes of it. */
  act(): Promise<void>
  /**
   * Whether all that was acknowledged is still there. Called while nobody acts, until it settles with true; false: the
   * server has not said yet.
   */
  verify?(): Promise<boolean>
  /** Brings back what it took away; called when time is up. */
  end?(): Promise<void>
}

/** One kind of thing that is done to the server again and again. */
export interface Actor {
  readonly name: string
  readonly lanes: number
  /** Milliseconds between two turns of a lane. */
  readonly pause: number
  /** Whether it has to be answered once at least. */
  readonly isServed?: boolean
  /** Whether there is something for it to do in a world; always when absent. */
  readonly fits?: (world: SoakFixture) => boolean
  begin(stage: Stage): Promise<Lane> | Lane
}
