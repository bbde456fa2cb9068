import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { resolveRange } from '#calls/time-ranges.ts'
import { configureCalls } from '#calls/call.ts'
import { makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp

beforeAll(async () => {
  fixture = await makeTestApp()
  const gamma = await fixture.as('Gamma')
  configureCalls({ basePath: '', csrfToken: '', timeout: 60_000 })
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = await gamma.get(url)
    return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': 'application/json' } })
  })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await fixture.close()
})

it('T-VALID-01: returns the ends of a range from the server, and null for an open end', async () => {
  expect(await resolveRange('Last week')).toEqual({ since: '2024-04-24T00:00:00', until: '2024-05-01T00:00:00' })
  expect(await resolveRange('2020-01-01 : ')).toEqual({ since: '2020-01-01T00:00:00', until: null })
})

it('resolves a range with the calendar of a dataset', async () => {
  // The test's clock is at Wednesday, 1 May 2024.
  const week = { since: '2024-04-28T00:00:00', until: '2024-05-05T00:00:00' }
  expect(await resolveRange('Current week', { week_start: 7 })).toEqual(week)
})

it('T-VALID-04: rejects an invalid range with the message of the server', async () => {
  await expect(resolveRange('foo : bar')).rejects.toThrow('Unexpected time range: Cannot parse time string [foo]')
})
