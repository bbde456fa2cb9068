import type { Condition } from '#core/access/condition.ts'
import { databaseAccess } from '#core/access/rules.ts'
import { attachedText } from '#core/access/attached-databases.ts'
import { type Database, type DatabaseDraft, databaseEntity, EXAMPLES_URI } from '#core/entity/database.ts'
import type { Patch } from '#core/entity/entity.ts'
import { type BundleSecretField, SECRET_SERVERS, secretsNeededError } from '#core/rest/bundle.ts'
import { passwordMask } from '#core/rest/database.ts'
import { errors } from '#core/rest/errors.ts'
import { t } from '#core/text/t.ts'
import { engineNamed, engines } from '#server/engines/index.ts'
import { ENGINE_SWITCHES, supportsSwitch } from '#server/engines/switches.ts'
import { backendIn, setPassword, splitPassword } from '#server/security/connection-address.ts'
import { connectionToStore, isSameConnection, type StoredAddress } from '#server/security/connection-secret.ts'
import { recordChange } from './changes.ts'
import { type DatabaseFile, valuesOf } from './files.ts'
import { fromText, toText } from './json-text.ts'
import { fileTunnel, importedTunnel, missingTunnelSecrets } from './tunnels.ts'
import { decideImportAction, type ImportRun, newOwners } from './import-run.ts'

/** The examples database: its uuid is the same in every installation, and it always means the local one. */
const EXAMPLES_UUID = 'a2dc77af-e654-49bb-b321-40f6b559a1ee'

/** Writes one database of a bundle; returns its id. */
export async function importDatabase(importing: ImportRun, path: string, file: DatabaseFile): Promise<number> {
  const { store, actor } = importing
  const existing = await store.databases.getByUuid(file.uuid, { deleted: true })
  const decision = decideImportAction(importing, 'database', path, existing)
  const reported = { path, kind: 'database', name: file.database_name } as const
  if (existing && decision === 'keep') {
    recordChange(importing, reported, decision, existing)
    return existing.id
  }
  if (existing && !(await isSeen(importing, existing))) {
    importing.problems[path] = `A database already exists and user doesn't have permissions to overwrite it`
    return existing.id
  }
  const values = toValues(importing, path, file, existing)
  recordChange(importing, reported, decision, existing, values)
  if (!existing) {
    const draft = { ...values, uuid: file.uuid, owners: newOwners(importing) } as DatabaseDraft
    return (await store.databases.create({ ...draft, database_name: await freeName(importing, file) }, actor)).id
  }
  const { version } =
    existing.deleted_at === null
      ? existing
      : await store.databases.restore(existing.id, actor, { database_name: await freeName(importing, existing) })
  return (await store.databases.update(existing.id, values, actor, { ifVersion: version })).id
}

/** A user who may not see a database may not change it, whatever their write permissions. */
async function isSeen({ store, user }: ImportRun, { id }: Database): Promise<boolean> {
  if (!user) return true
  const where: Condition = { and: [{ col: 'id', op: 'eq', value: id }, databaseAccess(user)] }
  return (await store.databases.find(where, { deleted: true })) !== undefined
}

/**
 * Returns the URI for storage. A masked password means the stored one if the destination is unchanged; otherwise a
 * password is required.
 */
function addressOf(
  importing: ImportRun,
  path: string,
  file: DatabaseFile,
  existing: Database | undefined,
): StoredAddress {
  const { passwords, problems, secretKey } = importing
  const uri = file.uuid === EXAMPLES_UUID ? EXAMPLES_URI : file.sqlalchemy_uri
  const given = passwords[path] ?? file.password ?? undefined
  const fullUri = given === undefined ? uri : setPassword(uri, given)
  // The numbers of other databases differ between installations.
  if (attachedText(fullUri) !== undefined && fullUri !== existing?.sqlalchemy_uri)
    problems[path] = { sqlalchemy_uri: [errors['attached-import'].message] }
  const address = { sqlalchemy_uri: fullUri, server_cert: certificateOf(file, existing) }
  const found = fileTunnel({ ...file.unknown, sqlalchemy_uri: fullUri })
  const tunnel = importedTunnel(found, importing.tunnelSecrets[path] ?? {}, address, existing)
  const missing = importing.needsTunnelSecrets ? missingTunnelSecrets(file.unknown ?? {}, tunnel) : []
  if (missing.length > 0 && tunnel)
    needSecrets(importing, path, missing, `${tunnel.server_address}:${tunnel.server_port}`)
  else if (tunnel && !tunnel.password && !tunnel.private_key)
    importing.warnings.push(
      t('The SSH tunnel of the database %s has no secrets: enter them in its connection.', file.database_name),
    )
  const connection = { ...address, tunnel }
  if (splitPassword(fullUri).password === passwordMask && !isSameConnection(connection, existing))
    needSecrets(importing, path, ['passwords'], splitPassword(uri).masked)
  checkAddress(importing, path, file.database_name, fullUri)
  return connectionToStore(connection, existing, secretKey === undefined ? {} : { secretKey })
}

/** Records the secrets that a file needs, and the server that receives them: the user must know it before typing them. */
function needSecrets(
  { problems }: ImportRun,
  path: string,
  fields: readonly BundleSecretField[],
  server: string,
): void {
  const { [SECRET_SERVERS]: others } = problems
  problems[path] = secretsNeededError(fields)
  problems[SECRET_SERVERS] = { ...(typeof others === 'object' ? others : {}), [path]: [server] }
}

/** Returns the unknown keys of a file, without the tunnel that is imported. */
function withoutTunnel({ unknown, sqlalchemy_uri }: DatabaseFile): DatabaseFile['unknown'] {
  if (!unknown || !fileTunnel({ ...unknown, sqlalchemy_uri })) return unknown
  const { ssh_tunnel: _, ...rest } = unknown
  return Object.keys(rest).length > 0 ? rest : undefined
}

/** Returns the certificate of a file; a file without one keeps the stored one. */
function certificateOf(file: DatabaseFile, existing: Database | undefined): string | null {
  return file.server_cert || (existing?.server_cert ?? null)
}

/** Rejects an invalid URI. A URI of an unavailable engine is imported with a warning. */
function checkAddress({ problems, warnings }: ImportRun, path: string, name: string, uri: string): void {
  if (engines.some((engine) => engine.parseUri(uri) !== undefined)) return
  const named = /^([a-z]\w*)(\+\w+)?:\/\//i.exec(uri)?.[1]?.toLowerCase()
  if (named === undefined || engineNamed(named)) problems[path] = { sqlalchemy_uri: [errors['uri-wrong'].message] }
  else
    warnings.push(t('There is no driver for %s: charts of the database %s work after its URI is changed', named, name))
}

/** Returns a free name: names are unique, and a database with another uuid keeps its name. */
async function freeName({ store }: ImportRun, { database_name }: Pick<DatabaseFile, 'database_name'>): Promise<string> {
  for (let count = 1; ; count++) {
    const name = count === 1 ? database_name : `${database_name} (${count})`
    if ((await store.databases.count({ col: 'database_name', op: 'eq', value: name })) === 0) return name
  }
}

/** Field types that keep their stored value, or the default of a new row, if the file omits them. */
const RETAINED_TYPES = ['boolean', 'text']

function toValues(
  importing: ImportRun,
  path: string,
  file: DatabaseFile,
  existing: Database | undefined,
): Patch<Database> {
  const address = addressOf(importing, path, file, existing)
  const { database_name, ...values } = valuesOf(databaseEntity.fields, file, RETAINED_TYPES)
  const uploads = file.allow_file_upload ?? file.allow_csv_upload
  const backend = backendIn(address.sqlalchemy_uri)
  return {
    ...values,
    ...(existing || database_name === undefined ? {} : { database_name }),
    ...switchesOf(backend, typeof uploads === 'boolean' ? { ...values, allow_file_upload: uploads } : values),
    ...(values.extra === undefined ? {} : { extra: storedExtra(values.extra) }),
    unknown_keys: toText(withoutTunnel(file)),
    server_cert: certificateOf(file, existing),
    ...address,
    backend,
  }
}

/** Returns the switches of a file; those that the engine does not support are off. */
function switchesOf(backend: string, given: Patch<Database>): Patch<Database> {
  return Object.fromEntries(
    ENGINE_SWITCHES.flatMap((name) =>
      typeof given[name] === 'boolean' ? [[name, given[name] && supportsSwitch(backend, name)]] : [],
    ),
  )
}

/** One setting has an older name in files. */
const IN_STORE = 'schemas_allowed_for_file_upload'
const IN_FILES = 'schemas_allowed_for_csv_upload'

function renameKey(extra: unknown, from: string, to: string): unknown {
  if (typeof extra !== 'object' || extra === null || Object.hasOwn(extra, to)) return extra
  return Object.fromEntries(Object.entries(extra).map(([name, value]) => [name === from ? to : name, value]))
}

/** Returns the settings of a database under their names in files. */
export function fileExtra(extra: unknown): unknown {
  return renameKey(extra, IN_STORE, IN_FILES)
}

function storedExtra(extra: string | null): string | null {
  return toText(renameKey(fromText(extra), IN_FILES, IN_STORE) as string | null)
}
