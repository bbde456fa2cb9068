import { afterAll, beforeAll, expect, it } from 'vitest'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let gamma: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  gamma = await fixture.as('Gamma')
})
afterAll(() => fixture.close())

const path = '/api/v1/advanced_data_type'
const convert = (q: unknown, client = gamma) =>
  client.get(`${path}/convert?q=${encodeURIComponent(typeof q === 'string' ? q : printRison(q))}`)

it('E-FILTER-35: returns parsed values and the valid operators', async () => {
  const answer = await convert('(type:port,values:!(http))')
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      result: {
        values: [80],
        error_message: '',
        display_value: '80',
        valid_filter_operators: [
          'EQUALS',
          'NOT_EQUALS',
          'GREATER_THAN_OR_EQUAL',
          'GREATER_THAN',
          'IN',
          'NOT_IN',
          'LESS_THAN',
          'LESS_THAN_OR_EQUAL',
        ],
      },
    },
  ])
  const network = await convert({ type: 'internet_address', values: ['10.0.0.0/30', 7] })
  expect(network.json().result).toMatchObject({
    values: [{ start: 167_772_160, end: 167_772_163 }, 7],
    display_value: '167772160 - 167772163, 7',
  })
})

it('E-FILTER-35: returns the reason for an invalid value', async () => {
  const answer = await convert({ type: 'internet_address', values: ['1.1.1.1', 'nowhere'] })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().result).toMatchObject({
    error_message: "'nowhere' does not appear to be an IPv4 or IPv6 network",
    display_value: '',
  })
})

it('lists the types, and returns 400 for an unknown type or a request without type or values', async () => {
  expect((await gamma.get(`${path}/types`)).json()).toEqual({ result: ['internet_address', 'port'] })
  expect((await gamma.get(`${path}/types/`)).statusCode).toBe(200)
  const unknown = await convert({ type: 'colour', values: ['red'] })
  expect([unknown.statusCode, unknown.json().message]).toEqual([400, 'Invalid advanced data type: colour'])
  for (const q of [{ type: 'port' }, { values: ['http'] }, { type: 'port', values: [] }, {}])
    expect((await convert(q)).statusCode).toBe(400)
  expect((await convert({ type: 'port', values: ['http'] }, fixture.nobody)).statusCode).toBe(401)
})

it('A-FLAG-02: returns 404 while the flag is off', async () => {
  const other = await makeTestApp({ environment: { FACET_FEATURE_ENABLE_ADVANCED_DATA_TYPES: 'false' } })
  const admin = await other.as('Admin')
  expect((await admin.get(`${path}/types`)).statusCode).toBe(404)
  expect((await convert({ type: 'port', values: ['http'] }, admin)).statusCode).toBe(404)
  await other.close()
})
