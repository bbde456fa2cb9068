import * as z from 'zod'
import { areAllowedFunctions } from './allowed-functions.ts'
import { jsonText, textOf } from '#core/rest/body.ts'
import { flag, integerWithDefault, nullableInteger, json, link, text, textWithDefault, nullableText } from './field.ts'
import { type BodyOf, type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'
import { ownedFields } from './owned-fields.ts'

/** JSON text. The functions in it that SQL may call must be named with their schemas. */
const extra = jsonText.refine(
  areAllowedFunctions,
  'allowed_functions has to be a list of names with their schemas, such as public.area or public.*',
)

const method = z.enum(['sqlalchemy_form', 'dynamic_form'])
const yesOrNo = z.boolean().optional()
const hidden = jsonText.or(z.literal('')).nullish()
/** An SSH tunnel as clients send it; the resource checks which fields are required. */
const sshTunnelBody = z.looseObject({
  server_address: z.string().max(256).nullish(),
  server_port: z.int().min(1).max(65_535).nullish(),
  username: z.string().max(256).nullish(),
  password: z.string().max(1000).nullish(),
  private_key: z.string().max(20_000).nullish(),
  private_key_password: z.string().max(1000).nullish(),
  host_key: z.string().max(100).nullish(),
})

const certification = nullableText({ body: false, shown: 'never', bundle: false })

/** A connection to a database, given by its URI or by engine and parameters. */
export const databaseEntity = defineEntity({
  table: 'databases',
  type: 'database',
  rights: { view: 'Database', permissions: ['can_read', 'can_write', 'can_export'], writers: 'Admin' },
  fields: {
    /** Unique among databases that are not deleted. */
    database_name: text({
      create: textOf(1, 250),
      update: textOf(1, 250).optional(),
      folded: true,
      sorted: true,
      filter: 'text',
    }),
    /** Name of the engine, for example `duckdb`. */
    backend: text({ body: false, folded: true, bundle: false }),
    /** Connection URI; a password in it is masked, the real one is in `secrets`. */
    sqlalchemy_uri: text({ body: textOf(1, 1024).optional(), shown: 'never' }),
    /** All secrets of the connection, encrypted; never sent and never logged. */
    secrets: nullableText({ body: false, shown: 'never', secret: true, bundle: false }),
    /** JSON text. The resource decides which parts readers receive. */
    extra: json({ body: extra.or(z.literal('')).nullish(), shown: 'never' }),
    configuration_method: textWithDefault<z.output<typeof method>>('sqlalchemy_form', {
      body: method.optional(),
      shown: 'show',
      bundle: method.nullish().catch(null),
    }),
    /** JSON of the SSH tunnel, with masked secrets; the resource sends it as `ssh_tunnel`. */
    tunnel: nullableText({ body: false, shown: 'never', bundle: false }),
    /** A certificate; visible to users who may write databases. */
    server_cert: nullableText({ shown: 'never' }),
    expose_in_sqllab: flag(true, { body: yesOrNo, sorted: true, filter: 'flag' }),
    allow_run_async: flag(false, { body: yesOrNo, sorted: true, filter: 'flag' }),
    allow_file_upload: flag(false, { body: yesOrNo, sorted: true, filter: 'flag' }),
    allow_ctas: flag(false, { body: yesOrNo }),
    allow_cvas: flag(false, { body: yesOrNo }),
    allow_dml: flag(false, { body: yesOrNo, sorted: true, filter: 'flag' }),
    force_ctas_schema: nullableText({ body: textOf(0, 250).nullish() }),
    impersonate_user: flag(false, { body: yesOrNo, shown: 'show' }),
    /** Seconds; null uses the server's default, 0 or less never expires, as clients send it. */
    cache_timeout: nullableInteger({ shown: 'show' }),
    /** Incremented when data in our own files changes; part of cache keys. */
    data_version: integerWithDefault(1, { body: false, shown: 'never', bundle: false }),
    ...ownedFields('database'),
    is_managed_externally: flag(false, { shown: 'show' }),
    external_url: link({ shown: 'never' }),
    certified_by: certification,
    certification_details: certification,
    owners: { ...ownedFields('database').owners, create: false, update: false },
  },
  relations: { datasets: { to: 'datasets', back: 'database_id' } },
  also: {
    engine: z.string().nullish(),
    driver: z.string().nullish(),
    parameters: z.record(z.string(), z.unknown()).optional(),
    encrypted_extra: hidden,
    masked_encrypted_extra: hidden,
    ssh_tunnel: sshTunnelBody.nullish(),
    uuid: z.string().optional(),
  },
})

/** The URI of the examples database, the same in every installation. */
export const EXAMPLES_URI = 'duckdb:///examples.duckdb'

export type Database = RowOf<typeof databaseEntity>
export type DatabaseDraft = DraftOf<typeof databaseEntity>
export type DatabaseBody = BodyOf<typeof databaseEntity>
