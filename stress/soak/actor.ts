import type { SoakCaller } from './soak-caller.ts'
import type { Random } from './random.ts'
import type { Record } from './record.ts'
import type { SoakFixture } from './fixture.ts'

/** The dependencies of an actor. `actor` is its name in the record. */
export interface Stage {
  readonly actor: string
  readonly fixture: SoakFixture
  readonly record: Record
  /** A random generator for this lane. */
  readonly random: Random
  /** Index of the lane, from 0. */
  readonly lane: number
  /** Returns a user by name. */
  readonly person: (name: string) => SoakCaller
}

/** One parallel run of an actor. */
export interface Lane {
  /** Performs one action and judges its result. */
  act(): Promise<void>
  /**
   * Checks that all acknowledged changes are still there. Called while no actor runs, until it resolves to true; false
   * means that the server has not responded yet.
   */
  verify?(): Promise<boolean>
  /** Restores what the actor changed; called when the time is up. */
  end?(): Promise<void>
}

/** An action performed on the server repeatedly. */
export interface Actor {
  readonly name: string
  readonly lanes: number
  /** Milliseconds between two actions of a lane. */
  readonly pause: number
  /** Whether it must get at least one successful response. */
  readonly isServed?: boolean
  /** True if the actor applies to a server. Default: always. */
  readonly fits?: (fixture: SoakFixture) => boolean
  begin(stage: Stage): Promise<Lane> | Lane
}
