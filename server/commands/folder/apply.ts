import { readFile } from 'node:fs/promises'
import type { BundleChange } from '#core/rest/bundle.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isObject } from '#core/rest/json.ts'
import { completeConfig, projectRoot } from '#server/home.ts'
import { METADATA } from '#server/transfer/bundle.ts'
import { GRANTS_FILE, readGrantFile } from '#server/transfer/grant-file.ts'
import { QUOTAS_FILE, readQuotaFile } from '#server/transfer/quota-file.ts'
import { readFolder, TESTS } from '#server/transfer/bundle-folder.ts'
import { importBundle } from '#server/transfer/import.ts'
import { readYaml } from '#server/transfer/yaml.ts'
import { ACTIONS, changeLine } from '../change-line.ts'
import { type CommandCall, type Command, CommandError } from '../command.ts'
import { folderOf } from '../folder-of.ts'
import { asOption, requireAdminUser, userOfOption } from './user-of-option.ts'

const MAX_FIELDS = 5
/** Files that are no part of a bundle. */
const OWN_FILES = [GRANTS_FILE, QUOTAS_FILE]

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
    const isDryRun = call.has('dry-run')
    const user = await userOfOption(call)
    const all = await readFolder(folder)
    const files = [...all].filter(([path]) => !path.startsWith(`${TESTS}/`) && !OWN_FILES.includes(path))
    const [grantText, quotaText] = OWN_FILES.map((path) => all.get(path))
    if (grantText !== undefined) requireAdminUser(user, 'grants')
    if (quotaText !== undefined) requireAdminUser(user, 'quotas')
    const { secretKey } = completeConfig(call.settings, projectRoot(import.meta.filename))
    const options = { kind: 'assets', overwrite: true, user, secretKey, isDryRun } as const
    const passwords = await passwordsOf(call)
    try {
      const grants = grantText === undefined ? [] : readGrantFile(grantText)
      const quotas = quotaText === undefined ? [] : readQuotaFile(quotaText)
      const done = await importBundle(call.store, new Map(files.map(asAssets)), user.userId, {
        ...options,
        passwords,
        grants,
        quotas,
      })
      for (const warning of done.warnings) call.terminal.printMessage(warning)
      printChanges(call, done.changes)
      for (const change of done.grantChanges) call.terminal.print(changeLine('grant', change))
      for (const change of done.quotaChanges) call.terminal.print(changeLine('quota', change))
      for (const { name } of done.drafts)
        call.terminal.printMessage(`The dashboard "${name}" is a draft: only its owners and administrators see it.`)
      const changed = done.changes.filter(({ action }) => action !== 'same' && action !== 'keep').length
      const reported = isDryRun ? 'would change' : 'changed'
      call.terminal.printMessage(`${done.changes.length} files of ${folder}: ${changed} ${reported}.`)
      if (grants.length > 0)
        call.terminal.printMessage(
          `${grants.length} grants of ${GRANTS_FILE}: ${done.grantChanges.length} ${reported}.`,
        )
      if (quotas.length > 0)
        call.terminal.printMessage(
          `${quotas.length} quotas of ${QUOTAS_FILE}: ${done.quotaChanges.length} ${reported}.`,
        )
    } catch (error) {
      throw rejection(error)
    }
  },
}

/** Applies everything in the folder, whatever type it was exported as. */
function asAssets([path, text]: [string, string]): [string, string] {
  return [path, path === METADATA ? text.replace(/^type:.*$/m, '') : text]
}

function printChanges({ terminal }: CommandCall, changes: readonly BundleChange[]): void {
  for (const { action, path, fields, more } of changes) {
    const word = ACTIONS[action]
    if (!word) continue
    const names = fields.slice(0, MAX_FIELDS).map(({ name }) => name)
    const others = fields.length - names.length + more
    const printed = names.length > 0 ? ` (${names.join(', ')}${others > 0 ? ` and ${others} more` : ''})` : ''
    terminal.print(`${word} ${path}${printed}`)
  }
}

async function passwordsOf({ text }: CommandCall): Promise<Readonly<Record<string, string>>> {
  const file = text('passwords')
  if (file === undefined) return {}
  const passwordFile: unknown = readYaml(await readFile(file, 'utf8'))
  if (!isObject(passwordFile)) throw new CommandError(`${file} is not a mapping of paths to passwords.`)
  return Object.fromEntries(Object.entries(passwordFile).map(([path, password]) => [path, String(password)]))
}

/** Returns an error with one line per invalid file. */
function rejection(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'import-failed') return error
  const problems = Object.entries(error.extra ?? {}).map(
    ([path, trouble]) => `  ${path}: ${typeof trouble === 'string' ? trouble : JSON.stringify(trouble)}`,
  )
  return new CommandError(['Nothing was changed:', ...problems].join('\n'))
}
