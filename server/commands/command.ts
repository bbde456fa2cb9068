import type { Settings } from '#server/base/config.ts'
import type { Store } from '#server/store/store.ts'
import type { Terminal } from './terminal.ts'

/** An option of a command, given as `--name` or `--name VALUE`. */
export interface Option {
  /** What stands for the value in help; absent for an option without one. */
  readonly value?: string
  /** May be given more than once. */
  readonly isMany?: true
  readonly meaning: string
}

/** What a command is called with, read and checked against what it says it takes. */
export interface Call {
  readonly settings: Settings
  readonly store: Store
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly terminal: Terminal
  /** What stands before the options, in order; as many as the command names. */
  readonly names: readonly string[]
  /** The value of an option given once. */
  readonly text: (option: string) => string | undefined
  /** The values of an option that may be given more than once. */
  readonly texts: (option: string) => readonly string[]
  readonly has: (option: string) => boolean
}

/** One thing that can be done from a command line, beside a server that runs or none. */
export interface Command {
  /** The words that call it, such as `user add`. */
  readonly name: string
  /** What has to follow them, such as `NAME`. */
  readonly takes: readonly string[]
  readonly meaning: string
  readonly options: Readonly<Record<string, Option>>
  /** Present on commands that work on files of the home, and open no store. */
  readonly isOffline?: true
  /** Does it. Fails with a `ApiError`, or with a `UsageError` when what was typed makes no sense. */
  run(call: Call): Promise<void>
}

/** What was typed makes no sense; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What was asked for cannot be done, or was found wanting; the message says why and what to do. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
}
