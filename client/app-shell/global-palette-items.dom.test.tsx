import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PaletteKeys } from '#client/palette/PaletteKeys.tsx'
import { reader } from '#testing/dashboard.ts'
import { userInput, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { NavigateContext } from '#ui/layout/navigate-to.ts'
import { globalPaletteItems } from './global-palette-items.ts'
import { createQueryClient } from '#client/session/query-client.ts'

type Pair = readonly [string, string]

/** Returns the palette results for a text typed by a user with these permissions. */
async function found(text: string, ...pairs: readonly Pair[]): Promise<string[]> {
  openSession({ user: reader(1, ...pairs) })
  mockResponses({})
  const went = vi.fn<(href: string) => void>()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <NavigateContext value={went}>
        <PaletteKeys everywhere={globalPaletteItems([])} />
      </NavigateContext>
    </QueryClientProvider>,
  )
  const hand = userInput()
  await hand.keyboard('{Control>}k{/Control}')
  await hand.type(await screen.findByRole('combobox'), text)
  await waitForAssertion(() => expect(screen.queryByRole('option', { name: 'Tags' })).toBeNull())
  await hand.keyboard('{Enter}')
  cleanup()
  return went.mock.calls.map(([href]) => href)
}

it.each<readonly [string, string, Pair]>([
  ['databases', '/database/list', ['can_read', 'Database']],
  ['saved queries', '/saved_query/list', ['can_read', 'SavedQuery']],
  ['query history', '/sqllab/history', ['can_read', 'Query']],
  ['annotation layers', '/annotation_layer/list', ['can_read', 'Annotation']],
  ['css templates', '/css_template/list', ['can_read', 'CssTemplate']],
  ['access by role', '/dashboard_grant/list', ['can_read', 'DashboardGrant']],
  ['users', '/users/list', ['can_read', 'User']],
  ['roles', '/roles/list', ['can_read', 'Role']],
  ['row-level security', '/rowlevelsecurity/list', ['can_read', 'RowLevelSecurity']],
  ['action log', '/actionlog/list', ['can_read', 'Log']],
  ['plug-ins', '/dynamic_plugin/list', ['can_write', 'DynamicPlugin']],
])('offers to open %s only to users who may read it', async (text, href, pair) => {
  expect(await found(text, pair)).toEqual([href])
  expect(await found(text)).not.toContain(href)
})
