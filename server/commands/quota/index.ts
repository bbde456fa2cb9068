import { QUOTA_MEASURES, type QuotaMeasure, type QuotaValues } from '#core/rest/quota-measures.ts'
import { type Quota, quotaKey } from '#core/entity/quota.ts'
import { effectiveQuotasOf } from '#server/security/effective-quotas.ts'
import { userNamed } from '#server/security/user-registration.ts'
import { findQuotaSubject, quotaText } from '#server/transfer/quota-file.ts'
import { type CommandCall, type Command, CommandError, type Option, UsageError } from '../command.ts'

/** The options of the values, by measure. */
const OPTIONS: Readonly<Record<QuotaMeasure, string>> = {
  max_queries: 'queries',
  max_rows: 'rows',
  max_exports: 'exports',
  max_upload_bytes: 'upload-bytes',
}

const subjectOptions: Readonly<Record<string, Option>> = {
  user: { value: 'NAME', meaning: 'The user of the quota' },
  role: { value: 'NAME', meaning: 'The role of the quota' },
}

/** Returns the subject of `--user` or `--role`, and its quota if it has one. */
async function subjectOf({ store, text }: CommandCall) {
  const [user, role] = [text('user'), text('role')]
  if ((user === undefined) === (role === undefined)) throw new UsageError('Give --user or --role.')
  const found = await findQuotaSubject(store, { user, role })
  if ('problem' in found) throw new CommandError(`${found.problem}.`)
  const existing = await store.quotas.find({ col: 'subject_key', op: 'eq', value: quotaKey(found.subject) })
  return { ...found, known: existing }
}

/** Returns the values of the options; null for `none`. */
function valuesOf({ text }: CommandCall): Partial<QuotaValues> {
  const given = QUOTA_MEASURES.flatMap((measure): readonly (readonly [QuotaMeasure, number | null])[] => {
    const option = OPTIONS[measure]
    const value = text(option)
    if (value === undefined) return []
    if (value === 'none') return [[measure, null]]
    if (!/^[1-9]\d{0,14}$/.test(value)) throw new UsageError(`--${option} takes a whole number from 1, or none.`)
    return [[measure, Number(value)]]
  })
  if (given.length === 0) throw new UsageError('Give at least one value, such as --rows 10000.')
  return Object.fromEntries(given)
}

const setQuota: Command = {
  name: 'quota set',
  takes: [],
  meaning: 'Sets values of the quota of a user or role, from the next request on; other values do not change',
  options: {
    ...subjectOptions,
    queries: { value: 'N', meaning: 'Maximum queries at a time; none removes the value' },
    rows: { value: 'N', meaning: 'Maximum rows of a query result; none removes the value' },
    exports: { value: 'N', meaning: 'Maximum exports per hour; none removes the value' },
    'upload-bytes': { value: 'N', meaning: 'Maximum uploaded bytes in 24 hours; none removes the value' },
  },
  async run(call) {
    const values = valuesOf(call)
    const { subject, name, known } = await subjectOf(call)
    const { quotas } = call.store
    const row = known
      ? await quotas.update(known.id, values, null)
      : await quotas.create({ ...subject, ...values }, null)
    call.terminal.printMessage(`The quota of ${name}: ${quotaText(row)}.`)
  },
}

const removeQuota: Command = {
  name: 'quota remove',
  takes: [],
  meaning: 'Removes the quota of a user or role, from the next request on',
  options: subjectOptions,
  async run(call) {
    const { name, known } = await subjectOf(call)
    if (!known) throw new CommandError(`There is no quota of ${name}.`)
    await call.store.quotas.remove(known.id, null)
    call.terminal.printMessage(`The quota of ${name} is removed.`)
  },
}

const listQuotas: Command = {
  name: 'quota list',
  takes: [],
  meaning: 'Lists the quotas of users and roles, or what applies to one user and where it comes from',
  options: {
    user: { value: 'NAME', meaning: 'Print the values that apply to this user' },
    json: { meaning: 'Print a JSON array, for programs' },
  },
  async run(call) {
    const { store, terminal, text, has } = call
    const username = text('user')
    if (username !== undefined) {
      const effective = await effectiveQuotasOf(store, await userNamed(store, username))
      if (has('json')) return terminal.print(JSON.stringify(effective))
      for (const { measure, value, source } of effective)
        terminal.print(
          `${measure}: ${value ?? 'no quota'}${source ? ` (${source.type} ${replaceControlCharacters(source.name ?? '')})` : ''}`,
        )
      return
    }
    const rows = await namedQuotas(call)
    if (has('json'))
      return terminal.print(JSON.stringify(rows.map(({ name, row }) => ({ subject: name, ...valuesIn(row) }))))
    for (const { name, row } of rows) terminal.print(`${replaceControlCharacters(name)}: ${quotaText(row)}`)
  },
}

/** Control characters in names must not reach the terminal. */
const replaceControlCharacters = (text: string) => text.replace(/\p{C}/gu, ' ')

const valuesIn = (row: Quota) => Object.fromEntries(QUOTA_MEASURES.map((measure) => [measure, row[measure]]))

/** Returns the quotas of existing users and roles, by name. */
async function namedQuotas({ store }: CommandCall) {
  const users = new Map((await store.users.list({})).rows.map(({ id, username }) => [id, username]))
  const roles = new Map((await store.roles.list({})).rows.map((role) => [role.id, role.name]))
  const named = (await store.quotas.list({})).rows.flatMap((row) => {
    const [user, role] = [users.get(row.user_id ?? 0), roles.get(row.role_id ?? 0)]
    if (user !== undefined) return [{ name: `user ${user}`, row }]
    return role === undefined ? [] : [{ name: `role ${role}`, row }]
  })
  return named.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

export const quotaCommands: readonly Command[] = [setQuota, removeQuota, listQuotas]
