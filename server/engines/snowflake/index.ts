import { ApiError } from '#core/rest/api-error.ts'
import type { Engine } from '../engine.ts'
import { sessionOf } from './catalogue.ts'
import { requireAccount, SnowflakeClient } from './client.ts'
import { SnowflakeDatabase } from './connection.ts'
import { dialect } from './dialect.ts'
import { explain } from './explain.ts'
import { parseUri, passwordIn, printUri, privateKeyOf, settings } from './settings.ts'

/** True without a database, and for a place in which tables without a schema would be those of the account. */
function isOwn(database: string, schema: string): boolean {
  return database === '' || /^"?snowflake"?$/i.test(database) || dialect.isCatalogue({ schema, name: '' })
}

/** Databases of Snowflake. */
export const snowflake: Engine = {
  name: 'snowflake',
  label: 'Snowflake',
  settings,
  dialect,
  parseUri,
  printUri,
  passwordIn,
  isUnverified: true,
  placeholder: 'snowflake://user:password@account/database/schema?warehouse=name&role=name',
  async connect(connectionSettings, storage) {
    const text = (name: string): string => String(connectionSettings[name] ?? '')
    const [account, password, database] = [text('account'), text('password'), text('database')]
    requireAccount(account)
    if (isOwn(database, text('schema'))) throw new ApiError('connection-database', { args: [database] })
    const isKey = password.trimStart().startsWith('-----BEGIN')
    const privateKey = isKey ? privateKeyOf(password) : undefined
    if (isKey && privateKey === undefined)
      throw new ApiError('connection-payload', {
        args: ['The private key is a PEM text without a passphrase'],
        extra: { invalid: ['password'] },
      })
    const address = {
      account,
      username: text('username'),
      password,
      privateKey,
      database,
      schema: text('schema'),
      warehouse: text('warehouse'),
      role: text('role'),
    }
    const client = await SnowflakeClient.open(address, storage)
    try {
      const session = await sessionOf(client)
      // The schema may be the default of the user.
      if (isOwn(session.database, session.schema)) throw new ApiError('connection-database', { args: [database] })
      return new SnowflakeDatabase(client, session)
    } catch (error) {
      await client.close()
      throw error
    }
  },
  explain,
}
