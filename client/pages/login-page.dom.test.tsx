import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import LoginPage from '#client/pages/LoginPage.tsx'
import { trackServerForm } from '#client/session/server-form-input.ts'
import { press, userInput, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'

async function open(address: string, settings: object = {}) {
  openSession({ settings })
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/login', component: LoginPage })
  const history = createMemoryHistory({ initialEntries: [address] })
  const { unmount } = render(
    <RouterProvider router={createRouter({ routeTree: root.addChildren([page]), history }) as never} />,
  )
  await screen.findByLabelText('Username')
  return unmount
}

const name = () => screen.getByLabelText<HTMLInputElement>('Username')

it('a wrong password retains the name and requests the password again', async () => {
  const unmount = await open('/login')
  expect(name().value).toBe('')
  await userInput().type(name(), 'joan')
  const form = name().closest('form')
  if (form) fireEvent.submit(form)
  unmount()

  await open('/login?problem=failed')
  expect(screen.getByText('Invalid login. Please try again.')).toBeDefined()
  expect(name().value).toBe('joan')
  await waitForAssertion(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
})

it('leaves the main landmark to the frame around it', async () => {
  await open('/login')
  expect(screen.queryByRole('main')).toBeNull()
})

it('input typed into the form of the server stays when the client renders its form', async () => {
  document.body.innerHTML =
    '<div id="root"><form class="sign-in"><input name="username"><input name="password" type="password"></form></div>'
  const [username, password] = document.querySelectorAll('input')
  trackServerForm(document)
  await userInput().type(username as HTMLInputElement, 'joan')
  await userInput().type(password as HTMLInputElement, 'se')
  document.body.innerHTML = ''
  const unmount = await open('/login')
  expect([name().value, screen.getByLabelText<HTMLInputElement>('Password').value]).toEqual(['joan', 'se'])
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  unmount()
  await open('/login')
  expect(name().value).toBe('')
})

it('a reloaded page has no name', async () => {
  const unmount = await open('/login')
  await userInput().type(name(), 'joan')
  const form = name().closest('form')
  if (form) fireEvent.submit(form)
  unmount()
  await open('/login')
  expect(name().value).toBe('')
})

it('links to the identity providers, and shows why a sign-in there failed', async () => {
  await open('/login?problem=provider-unavailable&next=%2Fchart%2Flist', {
    basePath: '/facet',
    signInProviders: [{ name: 'okta', label: 'Okta', path: '/login/saml/okta' }],
  })
  expect(screen.getByText(/The identity provider does not respond/)).toBeDefined()
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  await press('Sign in with Okta')
  expect(assign.mock.calls).toEqual([['/facet/login/saml/okta?next=%2Fchart%2Flist']])
})

it.each([
  ['/login?next=%2Fdashboard%2F8#TAB-2', '/login/?next=%2Fdashboard%2F8%23TAB-2'],
  ['/login?next=%2Fdashboard%2F8%23TAB-1#TAB-2', '/login/?next=%2Fdashboard%2F8%23TAB-1'],
  ['/login#TAB-2', '/login/'],
])('the form at %s is sent to %s', async (address, action) => {
  await open(address)
  expect(name().closest('form')?.getAttribute('action')).toBe(action)
})
