import { expect, it } from 'vitest'

const { host, password } = new URL(process.env['FACET_TEST_CLICKHOUSE'] ?? '')

it('runs a statement with bound values and settings on the server', async () => {
  const headers = { Authorization: `Basic ${Buffer.from(`default:${password}`).toString('base64')}` }
  const query = new URLSearchParams({ param_n: '9007199254740993', readonly: '1' })
  const found = await fetch(`http://${host}/?${query.toString()}`, {
    method: 'POST',
    headers,
    body: "SELECT {n:Int64} + 1, getSetting('readonly')",
  })
  expect(await found.text()).toBe('9007199254740994\t1\n')
})
