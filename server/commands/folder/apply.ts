import { readFile } from 'node:fs/promises'
import type { BundleChange } from '#core/rest/bundle.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isObject } from '#core/rest/json.ts'
import { completeConfig, projectRoot } from '#server/home.ts'
import { METADATA } from '#server/transfer/bundle.ts'
import type { GrantChange } from '#server/transfer/apply-grants.ts'
import { GRANTS_FILE, readGrantFile } from '#server/transfer/grant-file.ts'
import { readFolder, TESTS } from '#server/transfer/folder.ts'
import { importBundle } from '#server/transfer/import.ts'
import { readYaml } from '#server/transfer/yaml.ts'
import { type Call, type Command, CommandError } from '../command.ts'
import { folderOf } from '../folder-of.ts'
import { asOption, requireGrantsAdmin, userOfOption } from './user-of-option.ts'

/** The displayed action of an applied file; `same` is not displayed. */
const ACTIONS: Readonly<Partial<Record<BundleChange['action'], string>>> = {
  create: 'create ',
  update: 'change ',
  restore: 'restore',
  keep: 'keep   ',
}
const MAX_FIELDS = 5

export const applyCommand: Command = {
  name: 'apply',
  takes: ['DIR'],
  meaning:
    'Creates and updates objects as the files of a folder describe them, in one transaction; other objects do not change',
  options: {
    'dry-run': { meaning: 'Print the changes without making them' },
    passwords: { value: 'FILE', meaning: 'A YAML file of database passwords, by the path of the database file in DIR' },
    ...asOption,
  },
  async run(call) {
    const folder = folderOf(call)
    const isRehearsal = call.has('dry-run')
    const user = await userOfOption(call)
    const all = await readFolder(folder)
    const files = [...all].filter(([path]) => !path.startsWith(`${TESTS}/`) && path !== GRANTS_FILE)
    const grantText = all.get(GRANTS_FILE)
    if (grantText !== undefined) requireGrantsAdmin(user)
    const { secretKey } = completeConfig(call.settings, projectRoot(import.meta.filename))
    const options = { kind: 'assets', overwrite: true, user, secretKey, isRehearsal } as const
    const passwords = await passwordsOf(call)
    try {
      const grants = grantText === undefined ? [] : readGrantFile(grantText)
      const done = await importBundle(call.store, new Map(files.map(asAssets)), user.userId, {
        ...options,
        passwords,
        grants,
      })
      for (const warning of done.warnings) call.terminal.tell(warning)
      tellChanges(call, done.changes)
      for (const change of done.grantChanges) call.terminal.print(grantLine(change))
      for (const { name } of done.drafts)
        call.terminal.tell(`The dashboard "${name}" is a draft: only its owners and administrators see it.`)
      const changed = done.changes.filter(({ action }) => action !== 'same' && action !== 'keep').length
      const reported = isRehearsal ? 'would change' : 'changed'
      call.terminal.tell(`${done.changes.length} files of ${folder}: ${changed} ${reported}.`)
      if (grants.length > 0)
        call.terminal.tell(`${grants.length} grants of ${GRANTS_FILE}: ${done.grantChanges.length} ${reported}.`)
    } catch (error) {
      throw rejection(error)
    }
  },
}

/** Applies everything in the folder, whatever type it was exported as. */
function asAssets([path, text]: [string, string]): [string, string] {
  return [path, path === METADATA ? text.replace(/^type:.*$/m, '') : text]
}

function tellChanges({ terminal }: Call, changes: readonly BundleChange[]): void {
  for (const { action, path, fields, more } of changes) {
    const word = ACTIONS[action]
    if (!word) continue
    const names = fields.slice(0, MAX_FIELDS).map(({ name }) => name)
    const others = fields.length - names.length + more
    const printed = names.length > 0 ? ` (${names.join(', ')}${others > 0 ? ` and ${others} more` : ''})` : ''
    terminal.print(`${word} ${path}${printed}`)
  }
}

function grantLine({ name, before, after }: GrantChange): string {
  if (before === null) return `${ACTIONS.create} grant: ${name}: ${after}`
  return after === null ? `remove  grant: ${name}` : `${ACTIONS.update} grant: ${name}: ${before} to ${after}`
}

async function passwordsOf({ text }: Call): Promise<Readonly<Record<string, string>>> {
  const file = text('passwords')
  if (file === undefined) return {}
  const said: unknown = readYaml(await readFile(file, 'utf8'))
  if (!isObject(said)) throw new CommandError(`${file} is not a mapping of paths to passwords.`)
  return Object.fromEntries(Object.entries(said).map(([path, password]) => [path, String(password)]))
}

/** Returns an error with one line per invalid file. */
function rejection(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'import-failed') return error
  const problems = Object.entries(error.extra ?? {}).map(
    ([path, trouble]) => `  ${path}: ${typeof trouble === 'string' ? trouble : JSON.stringify(trouble)}`,
  )
  return new CommandError(['Nothing was changed:', ...problems].join('\n'))
}
