import { expect, it } from 'vitest'
import { mssql } from './index.ts'
import { parseUri, printUri } from './settings.ts'

const base = { host: 'h', port: 1433, database: 'd', username: 'u', password: 'p@' }
const odbc = (text: string) => `mssql+pyodbc:///?odbc_connect=${encodeURIComponent(text)}`

it.each([
  ['mssql+pymssql://u:p%40@h:1433/d', base],
  ['mssql+pymssql://u:p%40@h/d?charset=utf8', base],
  ['mssql://u:p%40@h/d', base],
  ['MSSQL+PYMSSQL://u:p%40@h/d', base],
  ['mssql+pyodbc://u:p%40@h/d?driver=ODBC+Driver+17+for+SQL+Server', base],
  ['mssql+pyodbc://u:p%40@h/d?driver=ODBC+Driver+17+for+SQL+Server&Encrypt=yes', { ...base, encryption: true }],
  // Version 18 of the driver encrypts by default.
  ['mssql+pyodbc://u:p%40@h/d?driver=ODBC+Driver+18+for+SQL+Server', { ...base, encryption: true }],
  ['mssql+pyodbc://u:p%40@h/d?driver=ODBC+Driver+18+for+SQL+Server&Encrypt=no', base],
  [
    'mssql+pyodbc://u:p%40@h/d?driver=ODBC+Driver+18+for+SQL+Server&TrustServerCertificate=yes',
    { ...base, encryption: true, unverified: true },
  ],
  ['mssql+pymssql://u@[::1]:1444/d', { host: '::1', port: 1444, database: 'd', username: 'u' }],
  [odbc('DRIVER={ODBC Driver 17 for SQL Server};SERVER=tcp:h,1433;DATABASE=d;UID=u;PWD={p@}'), base],
  [
    odbc('Driver={ODBC Driver 18 for SQL Server};Server=h;Database=d;Uid=u;Pwd={a;}}b};Encrypt=yes'),
    { ...base, password: 'a;}b', encryption: true },
  ],
])('reads %s', (uri, settings) => {
  expect(parseUri(uri)).toEqual(settings)
})

it.each([
  'mssql+other://u@h/d',
  'mysql://u@h/d',
  'mssql+pyodbc://h/d?driver=ODBC+Driver+18+for+SQL+Server&Trusted_Connection=yes',
  'mssql+pyodbc://u@h/d?authentication=ActiveDirectoryPassword',
  'mssql+pyodbc://u@h/d?pwd=secret',
  odbc('DSN=shop;UID=u;PWD=p'),
  odbc('Server=h;Database=d;Trusted_Connection=yes'),
  odbc(String.raw`Server=h\named;Database=d;UID=u`),
])('the setting %s is invalid', (uri) => {
  expect(parseUri(uri)).toBeUndefined()
})

it.each([
  [base, 'mssql+pymssql://u:p%40@h:1433/d'],
  [{ ...base, host: '::1' }, 'mssql+pymssql://u:p%40@[::1]:1433/d'],
  [{ ...base, encryption: true }, 'mssql+pyodbc://u:p%40@h:1433/d?driver=ODBC+Driver+18+for+SQL+Server&Encrypt=yes'],
  [
    { ...base, encryption: true, unverified: true },
    'mssql+pyodbc://u:p%40@h:1433/d?driver=ODBC+Driver+18+for+SQL+Server&Encrypt=yes&TrustServerCertificate=yes',
  ],
])('prints %j, and reads it again', (settings, uri) => {
  expect(printUri(settings)).toBe(uri)
  expect(parseUri(uri)).toEqual(settings)
})

const storage = { directory: '/nowhere/databases' }

it.each([
  [{ port: 70_000 }, 'connection-port'],
  [{ database: 'Master' }, 'connection-database'],
  [{ database: '' }, 'connection-database'],
  [{ host: '127.0.0.1', encryption: true }, 'connection-payload'],
  [{}, 'driver-missing'],
])('rejects the settings %j', async (change, code) => {
  await expect(mssql.connect({ ...base, ...change }, storage)).rejects.toMatchObject({ code })
})
