import { requireGoodPassword } from '#server/security/accounts.ts'
import { newPassword } from '#server/security/secret-file.ts'
import { type Call, type Option, UsageError } from '../command.ts'

/** How often two passwords that differ are asked for again. */
const MAX_TRIES = 3

/** Options of the commands that set a password; without one of them it is asked for. */
export const passwordOptions: Readonly<Record<string, Option>> = {
  'password-stdin': { meaning: 'Read the password from standard input, one line' },
  generate: { meaning: 'Make a password and print it, once' },
}

/** A password for that user, from where the options say. Fails as rules of passwords do. */
export async function askPassword(call: Call, username: string): Promise<string> {
  const { terminal } = call
  if (call.has('generate') && call.has('password-stdin'))
    throw new UsageError('Give --generate or --password-stdin, not both.')
  if (call.has('generate')) return newPassword()
  if (call.has('password-stdin')) return checked(oneLine(await terminal.readAll()), username)
  if (!terminal.isPerson)
    throw new UsageError('Nobody can be asked for a password here: give --password-stdin or --generate.')
  for (let left = MAX_TRIES; left > 0; left--) {
    const password = checked(await terminal.askHidden(`New password of ${username}: `), username)
    if (password === (await terminal.askHidden('Once more: '))) return password
    terminal.tell('The two differ.')
  }
  throw new UsageError('The password was not given twice alike.')
}

function checked(password: string, username: string): string {
  requireGoodPassword(password, username)
  return password
}

function oneLine(input: string): string {
  const text = input.replace(/\r?\n$/, '')
  if (/[\r\n]/.test(text)) throw new UsageError('The password is more than one line.')
  return text
}

/** Prints a generated password; what somebody gave is known. */
export function tellGenerated(call: Call, password: string): void {
  if (!call.has('generate')) return
  call.terminal.tell('The password, shown this once:')
  call.terminal.print(password)
}
