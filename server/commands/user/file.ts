import { readFile } from 'node:fs/promises'
import { ApiError } from '#core/rest/api-error.ts'
import type { ImportedUser } from '#core/rest/security.ts'
import { type Invitation, importUsers } from '#server/security/import-users.ts'
import { mailLinks } from '#server/security/mail-links.ts'
import { printUserFile } from '#server/security/user-file.ts'
import { LocalLimits } from '#server/shared/local-limits.ts'
import type { SharedState } from '#server/shared/shared.ts'
import { type CommandCall, type Command, CommandError } from '../command.ts'

/** Maximum duration of all messages of one import, in milliseconds. */
const MAILING_MS = 3_600_000

export const exportUsersCommand: Command = {
  name: 'user export',
  takes: [],
  meaning: 'Prints all users as CSV, with the names of their roles and groups; user import reads it',
  options: {},
  async run({ store, terminal }) {
    for await (const text of printUserFile(store)) terminal.print(text.replace(/\n$/, ''))
  },
}

export const importUsersCommand: Command = {
  name: 'user import',
  takes: ['FILE'],
  meaning: 'Creates and changes users as a CSV file describes them, matched by user name; others do not change',
  options: {
    'dry-run': { meaning: 'Print the changes without making them' },
    links: { value: 'URL', meaning: 'Print a sign-in link for each new user; URL is the address of the product' },
    invite: {
      meaning:
        'Send each new user a sign-in link by email, up to the hourly limit, and print the links that were not sent',
    },
  },
  async run(call) {
    const { store, terminal, now, names, text, has, settings } = call
    const [path = ''] = names
    const csv = await readFile(path, 'utf8').catch((error: Error) => {
      throw new CommandError(`${path} cannot be read: ${error.message}`)
    })
    const isMailing = has('invite')
    // Before users are created.
    if (isMailing && !settings.mailServer) throw new ApiError('mail-off')
    const url = text('links')?.replace(/\/$/, '') ?? `${settings.publicUrl}${settings.basePath}`
    const isDryRun = has('dry-run')
    const options = { actor: null, isDryRun, isInviting: isMailing || text('links') !== undefined }
    const { rows, unchanged, invitations } = await importUsers({ store, now }, csv, options)
    for (const row of rows) terminal.print(replaceControlCharacters(lineOf(row)))
    const sent = isMailing && !isDryRun ? await send(call, invitations) : new Set<string>()
    for (const { username, token } of invitations)
      if (!sent.has(username))
        terminal.print(`link    ${replaceControlCharacters(username)}: ${url}/login/link/${token}`)
    const countOf = (action: ImportedUser['action']) => rows.filter((row) => row.action === action).length
    const rejected = countOf('reject')
    terminal.printMessage(
      `${isDryRun ? 'Would be' : 'Users'} created: ${countOf('create')}, changed: ${countOf('change')}, unchanged: ${unchanged}, rejected: ${rejected}.`,
    )
    if (rejected > 0) throw new CommandError(`${rejected} rows were rejected.`)
  },
}

/** Sends sign-in links by email; returns the names of the users who were sent one. */
async function send(call: CommandCall, invitations: readonly Invitation[]): Promise<ReadonlySet<string>> {
  const { settings: config, store, terminal, now } = call
  const limits = new LocalLimits(now)
  const shared = { allow: async (...given: Parameters<SharedState['allow']>) => limits.allow(...given) }
  const log = { error: (message: string) => terminal.printMessage(`${message}.`) }
  const sender = { userId: null, name: 'An administrator' }
  const { sent, problem } = await mailLinks({ config, shared, store, log, now }, sender, invitations, MAILING_MS)
  terminal.printMessage(`Links sent by email: ${sent.size}, not sent: ${invitations.length - sent.size}.`)
  if (problem !== undefined) terminal.printMessage(replaceControlCharacters(problem))
  return sent
}

function lineOf({ line, username, action, reason, fields }: ImportedUser): string {
  if (action === 'reject') return `reject  line ${line} (${username}): ${reason}`
  const changes = fields.map(({ name, before, after }) =>
    action === 'create'
      ? `${name} ${JSON.stringify(after)}`
      : `${name} ${JSON.stringify(before)} to ${JSON.stringify(after)}`,
  )
  return `${action}  ${username}: ${changes.join(', ')}`
}

/** Control characters in user input must not reach the terminal. */
const replaceControlCharacters = (text: string) => text.replace(/\p{C}/gu, ' ')
