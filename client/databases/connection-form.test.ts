import { expect, it } from 'vitest'
import type { EngineResponse } from '#calls/databases.ts'
import {
  changedExtra,
  connectionBody,
  draftOf,
  fieldsOf,
  missingFields,
  newDraft,
  connectionProblems,
  savedSwitches,
} from '#client/databases/connection-form.ts'

const postgres: EngineResponse = {
  name: 'PostgreSQL',
  engine: 'postgresql',
  preferred: true,
  sqlalchemy_uri_placeholder: 'postgresql://',
  parameters: {
    required: ['database', 'host', 'port', 'username'],
    properties: {
      host: { type: 'string', title: 'Host' },
      port: { type: 'integer', default: 5432 },
      database: { type: 'string' },
      username: { type: 'string' },
      password: { type: 'string', format: 'password' },
      query: { type: 'object' },
    },
  },
}

const error = (error_type: string, message: string, extra: object) => ({ error_type, level: 'error', message, extra })
const missing = error('CONNECTION_MISSING_PARAMETERS_ERROR', 'One or more parameters are missing: host', {
  missing: ['host', 'username'],
})
const denied = error('CONNECTION_ACCESS_DENIED_ERROR', 'Either the username "a" or the password is incorrect.', {
  invalid: ['username', 'password'],
})
const closed = error('CONNECTION_PORT_CLOSED_ERROR', 'The port is closed.', { invalid: ['port'] })

it('B-CONN-05: missing fields and denied access are ignored unless requested', () => {
  const body = { errors: [missing, denied, closed] }
  expect(connectionProblems(body, false)).toEqual({ port: 'The port is closed.' })
  expect(connectionProblems(body, true)).toEqual({
    host: 'This is a required field',
    username: 'This is a required field',
    password: denied.message,
    port: 'The port is closed.',
  })
})

it('Messages without a field and messages by field are reported too', () => {
  const lost = error('GENERIC_COMMAND_ERROR', 'Connection failed, please check your connection settings', {})
  expect(connectionProblems({ errors: [lost] }, true)).toEqual({ '': lost.message })
  expect(
    connectionProblems({ message: { database_name: ['A database with the same name already exists.'] } }, true),
  ).toEqual({
    database_name: 'A database with the same name already exists.',
  })
  expect(connectionProblems({ message: 'Forbidden' }, true)).toEqual({ '': 'Forbidden' })
})

it('B-CONN-04: the form lists its missing fields', () => {
  const draft = newDraft(postgres)
  const text = 'This is a required field'
  expect(missingFields(draft, fieldsOf(postgres))).toEqual({
    database_name: text,
    host: text,
    database: text,
    username: text,
  })
  expect(missingFields({ ...draft, name: 'x', isUri: true, uri: ' ' }, fieldsOf(postgres))).toEqual({
    sqlalchemy_uri: text,
  })
})

it('certificates are sent as stored, and removed when they are empty', () => {
  const extra = '{"client_cert":"mine","client_key":"XXXXXXXXXX"}'
  const known = { id: 1, database_name: 'house', server_cert: 'authority', masked_encrypted_extra: extra }
  const draft = draftOf(known)
  expect(connectionBody(draft)).toMatchObject({ server_cert: 'authority', masked_encrypted_extra: extra })
  const certificates = { server_cert: ' ', client_cert: '', client_key: '' }
  expect(connectionBody({ ...draft, certificates })).toMatchObject({ server_cert: null, masked_encrypted_extra: null })
})

it('a stored tunnel is sent with its masks, and removed by null', () => {
  const ssh_tunnel = { id: 1, server_address: 'jump', server_port: 2222, username: 'ana', password: 'XXXXXXXXXX' }
  const draft = draftOf({ id: 1, database_name: 'house', ssh_tunnel })
  expect(connectionBody(draft)).toMatchObject({ ssh_tunnel: { ...ssh_tunnel, id: '1' } })
  expect(connectionBody({ ...draft, tunnel: null })).toMatchObject({ ssh_tunnel: null })
  expect(connectionBody(draftOf({ id: 1, database_name: 'house' }))).not.toHaveProperty('ssh_tunnel')
})

it('shows the message of an error that does not name missing fields', () => {
  const again = error('CONNECTION_MISSING_PARAMETERS_ERROR', 'Enter it again', {})
  expect(connectionProblems({ errors: [again] }, true)).toEqual({ '': expect.stringContaining('Enter it again') })
})

it('A draft is saved by its parameters or by its address', () => {
  const draft = { ...newDraft(postgres), name: ' house ' }
  expect(draft.values).toEqual({ port: 5432 })
  expect(connectionBody(draft)).toEqual({
    database_name: 'house',
    configuration_method: 'dynamic_form',
    engine: 'postgresql',
    parameters: { port: 5432 },
  })
  expect(connectionBody({ ...draft, isUri: true, uri: ' postgresql://a@b/c ' })).toEqual({
    database_name: 'house',
    configuration_method: 'sqlalchemy_form',
    sqlalchemy_uri: 'postgresql://a@b/c',
  })
})

it('A saved connection is edited as it was described', () => {
  const stored = {
    id: 1,
    database_name: 'house',
    backend: 'postgresql',
    sqlalchemy_uri: 'postgresql://a:XXXXXXXXXX@b/c',
  }
  expect(draftOf(stored).isUri).toBe(true)
  const parameters = { host: 'b', password: 'XXXXXXXXXX' }
  expect(draftOf({ ...stored, configuration_method: 'dynamic_form', parameters })).toMatchObject({
    isUri: false,
    values: parameters,
  })
})

it('A change of the cost estimate keeps the other settings of the database', () => {
  const known = { id: 1, database_name: 'house', extra: '{"engine_params":{"a":1},"cost_estimate_enabled":true}' }
  const draft = draftOf(known)
  expect(draft.hasCostEstimate).toBe(true)
  expect(changedExtra(draft, known)).toBeUndefined()
  expect(changedExtra({ hasCostEstimate: false, poolSize: '' }, known)).toBe(
    '{"engine_params":{"a":1},"cost_estimate_enabled":false}',
  )
  expect(newDraft(postgres).hasCostEstimate).toBe(false)
  expect(changedExtra({ hasCostEstimate: false, poolSize: '' }, undefined)).toBeUndefined()
  expect(changedExtra({ hasCostEstimate: true, poolSize: '' }, { extra: null })).toBe('{"cost_estimate_enabled":true}')
})

it('A connection keeps its switches; a new one has them off', () => {
  const off = { allow_file_upload: false, allow_ctas: false, allow_cvas: false, allow_dml: false }
  expect(newDraft(postgres).switches).toEqual(off)
  expect(draftOf({ id: 1, database_name: 'house', allow_dml: true }).switches).toEqual({
    ...off,
    allow_dml: true,
  })
})

it('Switches without effect on the engine are saved as off', () => {
  const on = { allow_file_upload: true, allow_ctas: true, allow_cvas: true, allow_dml: true }
  const off = { allow_file_upload: false, allow_ctas: false, allow_cvas: false, allow_dml: false }
  const saved = (information: object) =>
    savedSwitches({ switches: on }, { ...postgres, engine_information: information })
  expect(saved({})).toEqual(off)
  expect(saved({ supports_file_upload: true, supports_data_changes: false })).toEqual({
    ...off,
    allow_file_upload: true,
  })
  expect(saved({ supports_data_changes: true })).toEqual({ ...on, allow_file_upload: false })
  expect(saved({ supports_file_upload: true, supports_data_changes: true })).toEqual(on)
})

it('the size of the pool is that of the extra settings, whose other parts stay', () => {
  const extra = '{"metadata_cache_timeout":{},"engine_params":{"pool_size":5,"max_overflow":10,"pool_recycle":300}}'
  const draft = draftOf({ id: 1, database_name: 'a', extra })
  expect(draft.poolSize).toBe('15')
  expect(changedExtra(draft, { extra })).toBeUndefined()
  expect(changedExtra({ ...draft, poolSize: '20' }, { extra })).toBe(
    '{"metadata_cache_timeout":{},"engine_params":{"pool_recycle":300,"pool_size":20}}',
  )
  expect(changedExtra({ ...draft, poolSize: ' ' }, { extra })).toBe(
    '{"metadata_cache_timeout":{},"engine_params":{"pool_recycle":300}}',
  )
  expect(changedExtra({ ...newDraft(postgres), poolSize: '3' }, undefined)).toBe('{"engine_params":{"pool_size":3}}')
})

it.each(['0', '101', '2.5', 'many', '-1'])('the size %s of a pool is rejected before it is sent', (poolSize) => {
  const draft = { ...newDraft(postgres, 'a'), poolSize, isUri: true, uri: 'postgresql://a' }
  expect(missingFields(draft, [])).toEqual({ pool_size: 'Enter a whole number from 1 to 100' })
  expect(missingFields({ ...draft, poolSize: '100' }, [])).toEqual({})
})
