import * as z from 'zod'
import { areAllowedFunctions } from '#core/access/allowed-functions.ts'
import { int, jsonText, textOf } from './body.ts'
import { linkText } from './link.ts'

/** JSON text; of what it holds, the functions that SQL may call are named with their schemas. */
const extra = jsonText.refine(
  areAllowedFunctions,
  'allowed_functions has to be a list of names with their schemas, such as public.area or public.*',
)

const keys = {
  sqlalchemy_uri: textOf(1, 1024).optional(),
  engine: z.string().nullish(),
  driver: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).optional(),
  configuration_method: z.enum(['sqlalchemy_form', 'dynamic_form']).optional(),
  cache_timeout: int.nullish(),
  expose_in_sqllab: z.boolean().optional(),
  allow_run_async: z.boolean().optional(),
  allow_file_upload: z.boolean().optional(),
  allow_ctas: z.boolean().optional(),
  allow_cvas: z.boolean().optional(),
  allow_dml: z.boolean().optional(),
  force_ctas_schema: textOf(0, 250).nullish(),
  impersonate_user: z.boolean().optional(),
  encrypted_extra: jsonText.or(z.literal('')).nullish(),
  masked_encrypted_extra: jsonText.or(z.literal('')).nullish(),
  extra: extra.or(z.literal('')).nullish(),
  server_cert: z.string().nullish(),
  is_managed_externally: z.boolean().nullish(),
  external_url: linkText.nullish(),
  uuid: z.string().optional(),
}

/** Body of `POST /api/v1/database/`: a connection by URI, or by engine and parameters. Unknown keys are kept. */
export const databaseCreate = z.looseObject({ database_name: textOf(1, 250), ...keys })

/** Body of `PUT /api/v1/database/{id}`. A URI whose password is the mask keeps the stored password. */
export const databaseUpdate = z.looseObject({ database_name: textOf(1, 250).optional(), ...keys })

/** Body of `POST /api/v1/database/test_connection/`. */
export const connectionTest = z.looseObject({ database_name: z.string().nullish(), ...keys })

export type DatabaseUpdate = z.output<typeof databaseUpdate>

/** What stands for a password in what the server sends. */
export const passwordMask = 'XXXXXXXXXX'
