import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import ApiPage from '#client/pages/ApiPage.tsx'
import { queryClient } from '#client/session/query-client.ts'
import { reader } from '#testing/dashboard.ts'
import { userInput, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'

const openApi = {
  openapi: '3.0.3',
  info: { title: 'Facet', version: 'v1' },
  paths: {
    '/api/v1/chart/{id}': {
      parameters: [{ name: 'id' }],
      get: { summary: 'Chart' },
      delete: { summary: 'Removal of Chart' },
    },
    '/api/v1/css_template/': {
      post: {
        summary: 'New CSS template',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['template_name'],
                properties: { template_name: { type: 'string', minLength: 1 } },
              },
            },
          },
        },
      },
    },
  },
}

function open(
  over: Parameters<typeof mockResponses>[0] = {},
  pairs: readonly (readonly [string, string])[] = [['can_show', 'SwaggerView']],
) {
  openSession({ user: reader(1, ...pairs) })
  const calls = mockResponses({ '/api/v1/_openapi': openApi, ...over })
  queryClient.clear()
  render(
    <QueryClientProvider client={queryClient}>
      <ApiPage />
    </QueryClientProvider>,
  )
  return calls
}

const search = async (text: string) =>
  userInput().type(await screen.findByRole('searchbox', { name: 'Search calls' }), text)

it('finds, fills in and sends a call, and shows its response', async () => {
  const calls = open({ '/api/v1/chart/7': { result: { slice_name: 'Delays' } } })
  await search('get chart')
  const row = await screen.findByRole('button', { name: /GET \/api\/v1\/chart/ })
  expect(screen.queryByRole('button', { name: /css_template/ })).toBeNull()
  await userInput().click(row)
  expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true)
  await userInput().type(screen.getByRole('textbox', { name: /^id/ }), '7')
  await userInput().type(screen.getByRole('textbox', { name: 'Query string' }), 'q=(columns:!(slice_name))')
  await press('Send')
  const answer = await screen.findByRole('region', { name: 'Answer' })
  expect(within(answer).getByRole('status').textContent).toContain('200')
  expect(within(answer).getByText(/"slice_name": "Delays"/)).toBeDefined()
  const sent = calls.find(({ path }) => path === '/api/v1/chart/7')
  expect([sent?.method, sent?.query.get('q')]).toEqual(['GET', '(columns:!(slice_name))'])
})

it('a write starts with an example body and shows the rejection of the server', async () => {
  const refused = Response.json({ message: { template_name: ['Must be unique'] } }, { status: 422 })
  const calls = open({ '/api/v1/css_template/': refused })
  await search('new css')
  await userInput().click(await screen.findByRole('button', { name: /POST/ }))
  await press('Send')
  const answer = await screen.findByRole('region', { name: 'Answer' })
  expect(within(answer).getByRole('status').textContent).toContain('422')
  await waitForAssertion(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ template_name: 'text' }),
  )
})

it('Users without permission send no request', async () => {
  const calls = open({}, [])
  expect(await screen.findByText('You may not see this page')).toBeDefined()
  expect(calls).toEqual([])
})
