import { requireValidPassword } from '#server/security/accounts.ts'
import { newPassword } from '#server/security/secret-file.ts'
import { type CommandCall, type Option, UsageError } from '../command.ts'

/** Maximum number of attempts to enter the same password twice. */
const MAX_TRIES = 3

/** Options of the commands that set a password; without them the command prompts for it. */
export const passwordOptions: Readonly<Record<string, Option>> = {
  'password-stdin': { meaning: 'Read the password from standard input, one line' },
  generate: { meaning: 'Generate a password and print it once' },
}

/** Returns a password for the user from the source in the options. Throws if it violates the password rules. */
export async function askPassword(call: CommandCall, username: string): Promise<string> {
  const { terminal } = call
  if (call.has('generate') && call.has('password-stdin'))
    throw new UsageError('Give --generate or --password-stdin, not both.')
  if (call.has('generate')) return newPassword()
  if (call.has('password-stdin')) return checkNewPassword(oneLine(await terminal.readAll()), username)
  if (!terminal.isPerson)
    throw new UsageError('There is no terminal to prompt for a password: give --password-stdin or --generate.')
  for (let left = MAX_TRIES; left > 0; left--) {
    const password = checkNewPassword(await terminal.promptHidden(`New password of ${username}: `), username)
    if (password === (await terminal.promptHidden('Once more: '))) return password
    terminal.printMessage('The two differ.')
  }
  throw new UsageError('The two passwords differ.')
}

function checkNewPassword(password: string, username: string): string {
  requireValidPassword(password, username)
  return password
}

function oneLine(input: string): string {
  const text = input.replace(/\r?\n$/, '')
  if (/[\r\n]/.test(text)) throw new UsageError('The password has more than one line.')
  return text
}

/** Prints a generated password; a given password is not printed. */
export function printGeneratedPassword(call: CommandCall, password: string): void {
  if (!call.has('generate')) return
  call.terminal.printMessage('The password, shown only once:')
  call.terminal.print(password)
}
