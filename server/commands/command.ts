import type { Settings } from '#server/base/config.ts'
import type { Store } from '#server/store/store.ts'
import type { Terminal } from './terminal.ts'

/** An option of a command, given as `--name` or `--name VALUE`. */
export interface Option {
  /** The placeholder of the value in help; absent for an option without a value. */
  readonly value?: string
  /** May be repeated. */
  readonly isMany?: true
  readonly meaning: string
}

/** The parsed and validated arguments of a command. */
export interface CommandCall {
  readonly settings: Settings
  readonly store: Store
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly terminal: Terminal
  /** The positional arguments, in order; as many as the command declares. */
  readonly names: readonly string[]
  /** Returns the value of an option that is given once. */
  readonly text: (option: string) => string | undefined
  /** Returns the values of an option that may be repeated. */
  readonly texts: (option: string) => readonly string[]
  readonly has: (option: string) => boolean
}

/** A command of the command line, with or without a running server. */
export interface Command {
  /** The words that invoke it, such as `user add`. */
  readonly name: string
  /** The positional arguments, such as `NAME`. */
  readonly takes: readonly string[]
  readonly meaning: string
  readonly options: Readonly<Record<string, Option>>
  /** Set for commands that work on the files of the home and open no store. */
  readonly isOffline?: true
  /** Runs the command. Throws an `ApiError`, or a `UsageError` for invalid arguments. */
  run(call: CommandCall): Promise<void>
}

/** The arguments are invalid; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The command cannot be executed or its check failed; the message says why and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
