import { requestRules } from '#core/access/rules.ts'
import { exportBundle } from '#server/transfer/export.ts'
import { exportedGrants, GRANTS_FILE } from '#server/transfer/grant-file.ts'
import { isFree, linksIn, writeFolder } from '#server/transfer/bundle-folder.ts'
import { stableFiles } from '#server/transfer/stable-files.ts'
import { type Command, CommandError } from '../command.ts'
import { exportedQuotas, QUOTAS_FILE } from '#server/transfer/quota-file.ts'
import { folderOf } from '../folder-of.ts'
import { asOption, requireAdminUser, userOfOption } from './user-of-option.ts'

export const exportCommand: Command = {
  name: 'export',
  takes: ['DIR'],
  meaning:
    'Writes all databases, datasets, charts, dashboards and own saved queries as YAML files without timestamps and ids',
  options: {
    ...asOption,
    grants: { meaning: `Write the grants of access to ${GRANTS_FILE} too; for administrators` },
    quotas: { meaning: `Write the quotas to ${QUOTAS_FILE} too; for administrators` },
  },
  async run(call) {
    const folder = folderOf(call)
    if (!(await isFree(folder)))
      throw new CommandError(`${folder} contains files that are not part of an export. Name an empty or a new folder.`)
    const [link] = await linksIn(folder)
    if (link !== undefined)
      throw new CommandError(
        `${link} in ${folder} is a link. Remove it: an export only writes files within the folder.`,
      )
    const user = await userOfOption(call)
    const hasGrants = call.has('grants')
    const hasQuotas = call.has('quotas')
    if (hasGrants) requireAdminUser(user, 'grants')
    if (hasQuotas) requireAdminUser(user, 'quotas')
    const rules = 'flags' in call.settings ? requestRules(call.settings.flags) : {}
    const files = await exportBundle({ store: call.store, user, rules, at: call.now() }, 'assets', [])
    const grants = hasGrants ? [[GRANTS_FILE, await exportedGrants(call.store, files)] as const] : []
    const quotas = hasQuotas ? [[QUOTAS_FILE, await exportedQuotas(call.store)] as const] : []
    const { written, removed } = await writeFolder(folder, new Map([...stableFiles(files), ...grants, ...quotas]))
    for (const path of written) call.terminal.print(`write   ${path}`)
    for (const path of removed) call.terminal.print(`remove  ${path}`)
    call.terminal.printMessage(
      `${files.size} files in ${folder}: ${written.length} written, ${removed.length} removed.`,
    )
  },
}
