import { readFile } from 'node:fs/promises'
import type { ImportedUser } from '#core/rest/security.ts'
import { importUsers } from '#server/security/import-users.ts'
import { printUserFile } from '#server/security/user-file.ts'
import { type Command, CommandError } from '../command.ts'

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
  },
  async run({ store, terminal, now, names, text, has }) {
    const [path = ''] = names
    const csv = await readFile(path, 'utf8').catch((error: Error) => {
      throw new CommandError(`${path} cannot be read: ${error.message}`)
    })
    const url = text('links')?.replace(/\/$/, '')
    const isDryRun = has('dry-run')
    const options = { actor: null, isDryRun, isInviting: url !== undefined }
    const { rows, unchanged, invitations } = await importUsers({ store, now }, csv, options)
    for (const row of rows) terminal.print(replaceControlCharacters(lineOf(row)))
    for (const { username, token } of invitations)
      terminal.print(`link    ${replaceControlCharacters(username)}: ${url}/login/link/${token}`)
    const countOf = (action: ImportedUser['action']) => rows.filter((row) => row.action === action).length
    const rejected = countOf('reject')
    terminal.printMessage(
      `${isDryRun ? 'Would be' : 'Users'} created: ${countOf('create')}, changed: ${countOf('change')}, unchanged: ${unchanged}, rejected: ${rejected}.`,
    )
    if (rejected > 0) throw new CommandError(`${rejected} rows were rejected.`)
  },
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
