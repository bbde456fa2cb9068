import type { Condition } from '#core/access/condition.ts'
import { isAdmin } from '#core/access/ability.ts'
import { isSavedDataset } from '#core/access/rules.ts'
import { type GrantPair, grantKey } from '#core/entity/grant.ts'
import { readBody } from '#core/rest/body.ts'
import { grantCreate } from '#core/rest/grant.ts'
import { GRANT_LEVELS, type GrantLevel } from '#core/rest/grant-level.ts'
import type { Store } from '#server/store/store.ts'
import { applyGrant, FIND_SUBJECT, type GrantTarget } from '#server/transfer/apply-grants.ts'
import {
  GRANT_OBJECTS,
  GRANT_SUBJECTS,
  grantName,
  type GrantObjectType,
  type NamedGrant,
  namedGrants,
} from '#server/transfer/named-grants.ts'
import { changeLine } from '../change-line.ts'
import { type CommandCall, type Command, CommandError, type Option, UsageError } from '../command.ts'
import { userOfOption } from '../folder/user-of-option.ts'

/** Maximum ids in the message about an ambiguous name. */
const MAX_IDS = 10

const objectOptions: Readonly<Record<string, Option>> = {
  dashboard: { value: 'NAME|ID', meaning: 'The dashboard of the grant, by title or id' },
  dataset: { value: 'NAME|ID', meaning: 'The dataset of the grant' },
  database: { value: 'NAME|ID', meaning: 'The database of the grant' },
  schema: { value: 'NAME', meaning: 'A schema of the database' },
  folder: { value: 'NAME|ID', meaning: 'The folder of the grant' },
}
const subjectOptions: Readonly<Record<string, Option>> = {
  user: { value: 'NAME', meaning: 'The user who has access' },
  group: { value: 'NAME', meaning: 'The group that has access' },
  role: { value: 'NAME', meaning: 'The role that has access' },
}
const changeOptions: Readonly<Record<string, Option>> = {
  'dry-run': { meaning: 'Print the change without making it' },
  as: { value: 'NAME', meaning: 'The administrator who makes the change; admin by default' },
}

interface NamedRow {
  readonly id: number
  readonly name: string
}

const equals = (col: string, value: string | number): Condition => ({ col, op: 'eq', value })

const LIST_OBJECTS: Readonly<
  Record<GrantObjectType, (store: Store, where: Condition) => Promise<readonly NamedRow[]>>
> = {
  async dashboard({ dashboards }, where) {
    return (await dashboards.list({ where })).rows.map(({ id, dashboard_title: name }) => ({ id, name }))
  },
  async dataset({ datasets }, where) {
    const { rows } = await datasets.list({ where: { and: [where, isSavedDataset] } })
    return rows.map(({ id, table_name: name }) => ({ id, name }))
  },
  async database({ databases }, where) {
    return (await databases.list({ where })).rows.map(({ id, database_name: name }) => ({ id, name }))
  },
  folder: async ({ folders }, where) => (await folders.list({ where })).rows,
}
const NAME_COLUMNS: Readonly<Record<GrantObjectType, string>> = {
  dashboard: 'dashboard_title',
  dataset: 'table_name',
  database: 'database_name',
  folder: 'name',
}

/** Returns the object with an id, if the text is a number, or with a name. Throws if there is none or more than one. */
async function findObject(store: Store, type: GrantObjectType, text: string): Promise<NamedRow> {
  const where = /^\d{1,15}$/.test(text) ? equals('id', Number(text)) : equals(NAME_COLUMNS[type], text)
  const [found, ...others] = await LIST_OBJECTS[type](store, where)
  if (!found) throw new CommandError(`The ${type} ${text} does not exist.`)
  if (others.length === 0) return found
  const ids = [found, ...others].map(({ id }) => id)
  const listed = `${ids.slice(0, MAX_IDS).join(', ')}${ids.length > MAX_IDS ? ', …' : ''}`
  throw new CommandError(`There are ${ids.length} ${type}s ${text}. Give the id of one: ${listed}.`)
}

/** The object and the subject of the options; each is absent if no option names it. */
interface Options {
  readonly object?: NamedRow & { readonly type: GrantObjectType; readonly schema: string | undefined }
  readonly subject?: NamedRow & { readonly type: NamedGrant['subject']['type'] }
}

async function readOptions({ store, text }: CommandCall): Promise<Options> {
  const objects = GRANT_OBJECTS.filter((type) => text(type) !== undefined)
  const subjects = GRANT_SUBJECTS.filter((type) => text(type) !== undefined)
  if (objects.length > 1) throw new UsageError('Give one of --dashboard, --dataset, --database and --folder.')
  if (subjects.length > 1) throw new UsageError('Give one of --user, --group and --role.')
  const [objectType, subjectType] = [objects[0], subjects[0]]
  const schema = text('schema')
  if (schema !== undefined && objectType !== 'database') throw new UsageError('--schema needs its --database.')
  const object = objectType && { ...(await findObject(store, objectType, text(objectType) ?? '')), type: objectType }
  const name = subjectType && (text(subjectType) ?? '')
  const found = subjectType && (await FIND_SUBJECT[subjectType](store, name ?? ''))
  if (subjectType && !found) throw new CommandError(`The ${subjectType} ${name} does not exist.`)
  return {
    ...(object ? { object: { ...object, schema } } : {}),
    ...(subjectType && found ? { subject: { id: found.id, name: found.name, type: subjectType } } : {}),
  }
}

/** Returns the grant of the options, checked like the body of a request. */
async function targetOf(call: CommandCall, level: GrantLevel): Promise<GrantTarget> {
  const { object, subject } = await readOptions(call)
  if (!object) throw new UsageError('Give --dashboard, --dataset, --database or --folder.')
  if (!subject) throw new UsageError('Give --user, --group or --role.')
  const { type, schema } = object
  const part = schema === undefined ? {} : { schema }
  const read = readBody(grantCreate, { [type]: object.id, ...part, [subject.type]: subject.id, level })
  if ('errors' in read) throw new UsageError(`--schema: ${JSON.stringify(read.errors)}`)
  return {
    pair: {
      [`${type}_id`]: object.id,
      ...(type === 'database' ? { schema: schema ?? null } : {}),
      [`${subject.type}_id`]: subject.id,
    },
    name: grantName(object, schema, subject),
  }
}

/** Makes the change of a grant, or prints it in a dry run. Null removes the grant. */
async function changeGrant(call: CommandCall, target: GrantTarget, level: GrantLevel | null): Promise<void> {
  const { store, terminal } = call
  const user = await userOfOption(call)
  if (!isAdmin(user)) throw new CommandError(`${user.username} is no administrator. Name an administrator with --as.`)
  const before = await levelOf(store, target.pair)
  if (before === level)
    return terminal.printMessage(`Nothing to change: ${replaceControlCharacters(target.name)} has the level ${level}.`)
  if (call.has('dry-run')) {
    terminal.print(replaceControlCharacters(changeLine('grant', { name: target.name, before, after: level })))
    return terminal.printMessage('Nothing was changed: this is a dry run.')
  }
  const done = await store.transaction(async (tx) => {
    // A concurrent move of a folder checks what its grants open.
    if (target.pair.folder_id) await tx.folders.lock()
    return applyGrant({ store: tx, user, actor: user.userId }, target, level)
  })
  if (done) terminal.print(replaceControlCharacters(changeLine('grant', done)))
}

async function levelOf(store: Store, pair: GrantPair): Promise<GrantLevel | null> {
  return (await store.grants.find(equals('pair_key', grantKey(pair))))?.level ?? null
}

const setGrant: Command = {
  name: 'grant set',
  takes: [],
  meaning: 'Gives a user, group or role access to an object, or changes the level, from the next request on',
  options: {
    ...objectOptions,
    ...subjectOptions,
    level: { value: 'LEVEL', meaning: 'see, explore or edit' },
    ...changeOptions,
  },
  async run(call) {
    const level = GRANT_LEVELS.find((each) => each === call.text('level'))
    if (!level) throw new UsageError(`Give --level ${GRANT_LEVELS.join(', --level ')}.`)
    await changeGrant(call, await targetOf(call, level), level)
  },
}

const removeGrant: Command = {
  name: 'grant remove',
  takes: [],
  meaning: 'Removes the grant of a user, group or role on an object, from the next request on',
  options: { ...objectOptions, ...subjectOptions, ...changeOptions },
  async run(call) {
    const target = await targetOf(call, 'see')
    if ((await levelOf(call.store, target.pair)) === null)
      throw new CommandError(`There is no grant: ${replaceControlCharacters(target.name)}.`)
    await changeGrant(call, target, null)
  },
}

/** Control characters in names must not reach the terminal. */
const replaceControlCharacters = (text: string) => text.replace(/\p{C}/gu, ' ')

const listGrants: Command = {
  name: 'grant list',
  takes: [],
  meaning: 'Lists the grants; with options, those on one object, to one subject, or both',
  options: { ...objectOptions, ...subjectOptions, json: { meaning: 'Print a JSON array, for programs' } },
  async run(call) {
    const { object, subject } = await readOptions(call)
    const grants = await namedGrants(call.store, {
      and: [
        !object || equals(`${object.type}_id`, object.id),
        object?.schema === undefined || equals('schema', object.schema),
        !subject || equals(`${subject.type}_id`, subject.id),
      ],
    })
    const named = grants.map((grant) => ({ grant, name: grantName(grant.object, grant.row.schema, grant.subject) }))
    const sorted = named.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    if (call.has('json')) return call.terminal.print(JSON.stringify(sorted.map(({ grant }) => grantJson(grant))))
    for (const { grant, name } of sorted) call.terminal.print(replaceControlCharacters(`${name}: ${grant.row.level}`))
  },
}

function grantJson({ row: { id, level, schema }, object, subject }: NamedGrant) {
  return { id, level, object: { type: object.type, id: object.id, name: object.name, schema }, subject }
}

export const grantCommands: readonly Command[] = [setGrant, removeGrant, listGrants]
