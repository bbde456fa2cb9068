import { describe, expect, it } from 'vitest'
import { parseImportObstacles } from './bundle.ts'

/** The body of a failed import, in the format for older clients. */
const body = (extra: object) => ({
  errors: [
    {
      message: 'Error importing dashboard',
      error_type: 'GENERIC_COMMAND_ERROR',
      level: 'warning',
      extra: { ...extra, issue_codes: [{ code: 1010, message: 'Issue 1010 - ...' }] },
    },
  ],
})

const password = { _schema: ['Must provide a password for the database'] }
const exists = 'Dashboard already exists and `overwrite=true` was not passed'

describe('obstacles to an import', () => {
  it('B-IMPORT-03: returns a password for each database that requires one', () => {
    expect(parseImportObstacles(body({ 'databases/a.yaml': password, 'databases/b.yaml': password }))).toEqual({
      secretsNeeded: [
        { field: 'passwords', path: 'databases/a.yaml' },
        { field: 'passwords', path: 'databases/b.yaml' },
      ],
      alreadyExists: [],
      other: [],
    })
  })

  it('B-IMPORT-04: returns existing objects', () => {
    expect(parseImportObstacles(body({ 'databases/a.yaml': password, 'dashboards/b.yaml': exists }))).toEqual({
      secretsNeeded: [{ field: 'passwords', path: 'databases/a.yaml' }],
      alreadyExists: ['dashboards/b.yaml'],
      other: [],
    })
  })

  it('returns the secrets of an SSH tunnel', () => {
    const tunnel = {
      _schema: [
        'Must provide a private key password for the ssh tunnel',
        'Must provide a private key for the ssh tunnel',
      ],
    }
    const other = { _schema: ['Must provide a password for the ssh tunnel'] }
    expect(parseImportObstacles(body({ 'databases/a.yaml': tunnel, 'databases/b.yaml': other }))).toEqual({
      secretsNeeded: [
        { field: 'ssh_tunnel_private_keys', path: 'databases/a.yaml' },
        { field: 'ssh_tunnel_private_key_passwords', path: 'databases/a.yaml' },
        { field: 'ssh_tunnel_passwords', path: 'databases/b.yaml' },
      ],
      alreadyExists: [],
      other: [],
    })
  })

  it('returns the server that receives a secret', () => {
    const servers = { 'databases/a.yaml': ['postgresql://ada:XXXXXXXXXX@db.example/sales'] }
    expect(parseImportObstacles(body({ 'databases/a.yaml': password, secret_servers: servers }))).toEqual({
      secretsNeeded: [{ field: 'passwords', path: 'databases/a.yaml', server: servers['databases/a.yaml'][0] }],
      alreadyExists: [],
      other: [],
    })
  })

  it('returns any other error, which no secret or choice resolves', () => {
    const wrong = {
      viz_type: ['Missing data for required field.'],
      metrics: { 0: { expression: ['Not a valid string.'] } },
    }
    const longer = { _schema: [...password._schema, 'Something else'] }
    expect(
      parseImportObstacles(
        body({ 'charts/a.yaml': wrong, 'charts/b.yaml': 'Not a valid YAML file', 'c.yaml': longer }),
      ),
    ).toEqual({
      secretsNeeded: [],
      alreadyExists: [],
      other: [
        'charts/a.yaml: viz_type: Missing data for required field.; metrics: 0: expression: Not a valid string.',
        'charts/b.yaml: Not a valid YAML file',
        'c.yaml: Must provide a password for the database Something else',
      ],
    })
  })

  it('returns undefined when the body names no files', () => {
    for (const reported of [undefined, 'a proxy', {}, { message: 'Not a ZIP file' }, body({ bound: 'bundle-ratio' })])
      expect(parseImportObstacles(reported)).toBeUndefined()
  })
})
