import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { openSession } from '#testing/session.ts'
import { press, mockResponses, waitForAssertion, userInput } from '#testing/user-input.ts'
import { SecondFactor } from './SecondFactor.tsx'

const URL = '/api/v1/me/second_factor'
const CODES = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh']

function open(state: object) {
  openSession()
  const calls = mockResponses({
    [`GET ${URL}`]: { result: { is_set: false, is_required: false, recovery_codes: 0, ...state } },
    'GET /api/v1/me/password': { result: { is_set: true } },
    [`POST ${URL}`]: { result: { key: 'ABCD EFGH', uri: 'otpauth://totp/x', svg: '<svg/>', ticket: 'a ticket' } },
    [`PUT ${URL}`]: { result: { recovery_codes: CODES } },
    [`POST ${URL}/recovery_codes`]: { result: { recovery_codes: CODES } },
    [`POST ${URL}/remove`]: { message: 'OK' },
  })
  render(
    <QueryClientProvider client={queryClient}>
      <SecondFactor />
    </QueryClientProvider>,
  )
  return calls
}

beforeEach(() => queryClient.clear())

const type = async (label: string, text: string) => userInput().type(await screen.findByLabelText(label), text)

it('a second factor is set up with the password, the QR code and a code, and shows the recovery codes once', async () => {
  const calls = open({})
  await type('Your password', 'secret')
  await press('Set up second factor')
  const image = await screen.findByAltText<HTMLImageElement>('QR code of the key')
  expect(image.src).toBe('data:image/svg+xml,%3Csvg%2F%3E')
  expect(screen.getByLabelText<HTMLInputElement>('Key').value).toBe('ABCD EFGH')
  await type('Code', '123456')
  await press('Turn on')
  for (const code of CODES) expect(await screen.findByText(code)).toBeDefined()
  await press('Codes are stored')
  await waitForAssertion(() => expect(screen.queryByText('aaaa-bbbb-cccc-dddd')).toBeNull())
  expect(calls.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body])).toEqual([
    ['POST', { current_password: 'secret' }],
    ['PUT', { ticket: 'a ticket', code: '123456' }],
  ])
})

it('an empty password or code is named, has the focus, and is not sent', async () => {
  const calls = open({})
  await screen.findByLabelText('Your password')
  await press('Set up second factor')
  expect(await screen.findByText('Type your current password.')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Your password'))
  await type('Your password', 'secret')
  expect(screen.queryByText('Type your current password.')).toBeNull()
  await press('Set up second factor')
  await screen.findByLabelText('Code')
  await press('Turn on')
  expect(await screen.findByText('Type the code that the app shows.')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Code'))
  expect(calls.filter(({ method }) => method !== 'GET').map(({ method }) => method)).toEqual(['POST'])
})

it('the password and a code remove the second factor, and a code renews its recovery codes', async () => {
  const calls = open({ is_set: true, recovery_codes: 3 })
  expect(await screen.findByText('3 recovery codes are left.')).toBeDefined()
  await type('Code', '123456')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove second factor' }).disabled).toBe(true)
  await type('Your password', 'secret')
  await press('Remove second factor')
  await waitForAssertion(() =>
    expect(calls.find(({ path }) => path === `${URL}/remove`)?.body).toEqual({
      code: '123456',
      current_password: 'secret',
    }),
  )
  await press('New recovery codes')
  expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeDefined()
})

it('a second factor cannot be removed if it is required', async () => {
  open({ is_set: true, is_required: true, recovery_codes: 1 })
  expect(await screen.findByText('1 recovery code is left.')).toBeDefined()
  expect(screen.queryByText('Remove second factor')).toBeNull()
})
