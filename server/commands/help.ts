import type { Command } from './command.ts'

/** Returns the list of commands, one per line. */
export function printCommands(commands: readonly Command[]): string {
  const calls = commands.map((command) => usage(command))
  const width = Math.max(...calls.map((call) => call.length))
  return [
    ...commands.map(({ meaning }, at) => `  ${calls[at]?.padEnd(width)}  ${meaning}`),
    '',
    '`facet COMMAND --help` describes a command. The settings are those of the server: `npm start -- --help`.',
  ].join('\n')
}

/** Returns the help of one command: usage, description, options. */
export function printCommand(command: Command): string {
  const options = Object.entries(command.options).map(
    ([name, { value, isMany, meaning }]) =>
      `  --${name}${value === undefined ? '' : ` ${value}`}${isMany ? ' ...' : ''}\n      ${meaning}.`,
  )
  const head = `${usage(command)}${options.length > 0 ? ' [options]' : ''}`
  return [head, `  ${command.meaning}.`, ...(options.length > 0 ? ['', ...options] : [])].join('\n')
}

function usage({ name, takes }: Command): string {
  return ['facet', name, ...takes].join(' ')
}
