import { parseArgs } from 'node:util'
import type { Settings } from '#server/base/config.ts'
import { withStoredFlags } from '#server/home.ts'
import { explainStartError } from '#server/start-error.ts'
import type { Store } from '#server/store/store.ts'
import { type CommandCall, type Command, CommandError, UsageError } from './command.ts'
import { printCommand, printCommands } from './help.ts'
import { commands } from './index.ts'
import { InputTooLong, PromptInterrupted, type Terminal } from './terminal.ts'

/** Exit codes of the command line. */
const EXIT = { done: 0, refused: 1, misused: 2, interrupted: 130 } as const

/** The environment of commands. */
export interface CommandEnvironment {
  readonly terminal: Terminal
  readonly now: () => number
  /** The settings, or the errors in them. */
  readonly settings: Settings | { readonly problems: readonly string[] }
  readonly openStore: (settings: Settings) => Promise<Store>
}

/** Runs the command for these arguments and returns the exit code. Help and results go to standard output. */
export async function runCommand(args: readonly string[], surroundings: CommandEnvironment): Promise<number> {
  const { terminal } = surroundings
  const command = commands.find(({ name }) => isCalled(name, args))
  if (!command) return withoutCommand(args, terminal)
  const rest = args.slice(command.name.split(' ').length)
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.print(printCommand(command))
    return EXIT.done
  }
  try {
    return await withStore(command, readArguments(command, rest), surroundings)
  } catch (error) {
    return explain(error, command, surroundings)
  }
}

function isCalled(name: string, args: readonly string[]): boolean {
  return name.split(' ').every((word, at) => args[at] === word)
}

/** Prints help for all commands, or for those with this prefix; exits with `misused` if help was not requested. */
function withoutCommand(args: readonly string[], terminal: Terminal): number {
  const words = args.filter((word) => !word.startsWith('-'))
  const wantsHelp = args.includes('--help') || args.includes('-h')
  const group = commands.filter(({ name }) => `${name} `.startsWith(`${words.join(' ')} `))
  if (wantsHelp && (words.length === 0 || group.length > 0)) {
    terminal.print(printCommands(words.length === 0 ? commands : group))
    return EXIT.done
  }
  if (words.length > 0 && group.length === 0) terminal.printMessage(`There is no command ${words.join(' ')}.`)
  terminal.printMessage(printCommands(group.length > 0 && words.length > 0 ? group : commands))
  return EXIT.misused
}

type ParsedArguments = Pick<CommandCall, 'names' | 'text' | 'texts' | 'has'>

function readArguments(command: Command, args: readonly string[]): ParsedArguments {
  const { values, positionals } = parse(command, args)
  const missing = command.takes[positionals.length]
  if (missing) throw new UsageError(`${missing} is missing.`)
  const more = positionals[command.takes.length]
  if (more !== undefined) throw new UsageError(`${JSON.stringify(more)} is an unexpected argument.`)
  const texts = (option: string) => [values[option] ?? []].flat().map(String)
  return { names: positionals, texts, text: (option) => texts(option)[0], has: (option) => values[option] === true }
}

function parse(command: Command, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value, isMany }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: isMany === true },
    ]),
  )
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    // The rest of the message explains the parser, not the command.
    throw new UsageError(`${(error as Error).message.replace(/\. .*/s, '').replace(/\.$/, '')}.`)
  }
}

async function withStore(command: Command, given: ParsedArguments, surroundings: CommandEnvironment): Promise<number> {
  const { terminal, settings, now } = surroundings
  if ('problems' in settings) {
    for (const problem of settings.problems) terminal.printMessage(`${problem}.`)
    return EXIT.refused
  }
  if (command.isOffline) {
    await command.run({
      ...given,
      settings,
      terminal,
      now,
      get store(): never {
        throw new Error(`${command.name} opens no store`)
      },
    })
    return EXIT.done
  }
  const store = await surroundings.openStore(settings)
  try {
    await command.run({ ...given, settings: await withStoredFlags(settings, store), store, terminal, now })
    return EXIT.done
  } finally {
    await store.close()
  }
}

function explain(error: unknown, command: Command, { terminal, settings }: CommandEnvironment): number {
  if (error instanceof PromptInterrupted) return EXIT.interrupted
  if (error instanceof UsageError) {
    terminal.printMessage(error.message)
    terminal.printMessage(printCommand(command))
    return EXIT.misused
  }
  if (error instanceof CommandError) terminal.printMessage(error.message)
  else if (error instanceof InputTooLong) terminal.printMessage(`${error.message}.`)
  else terminal.printMessage('problems' in settings ? String(error) : explainStartError(error, settings))
  return EXIT.refused
}
