import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MenuItems } from '#ui/overlay/MenuItems.tsx'
import { button, press, userInput } from '#testing/user-input.ts'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { ReadOnlyContext } from './read-only.ts'

const REASON = 'Nothing can be changed here.'

function draw(reason: string | undefined): readonly string[] {
  const done: string[] = []
  const act = (name: string) => () => done.push(name)
  render(
    <ReadOnlyContext value={reason}>
      <Button isWrite onPress={act('save')}>
        Save
      </Button>
      <IconButton isWrite icon="trash" label="Delete" onPress={act('delete')} />
      <Button onPress={act('refresh')}>Refresh</Button>
      <MenuItems
        label="More"
        entries={[
          { id: 'copy', label: 'Save as', isWrite: true, onAction: act('copy') },
          { id: 'full', label: 'Enter fullscreen', onAction: act('full') },
        ]}
      />
    </ReadOnlyContext>,
  )
  return done
}

async function pressAll(): Promise<void> {
  for (const name of ['Save', 'Delete', 'Refresh']) await press(name)
  await press(/^Save as/, 'menuitem')
  await press('Enter fullscreen', 'menuitem')
}

it('disables controls that save on a read-only page, and says why', async () => {
  const done = draw(REASON)
  await userInput().tab()
  expect((await screen.findByRole('tooltip')).textContent).toBe(REASON)
  await pressAll()
  expect(done).toEqual(['refresh', 'full'])
  const entry = screen.getByRole('menuitem', { name: /^Save as/ })
  expect(['Save', 'Delete', 'Refresh'].map((name) => button(name).getAttribute('aria-disabled'))).toEqual([
    'true',
    'true',
    null,
  ])
  expect([entry.getAttribute('aria-disabled'), entry.textContent]).toEqual(['true', `Save as${REASON}`])
})

it('leaves controls that save enabled on other pages', async () => {
  const done = draw(undefined)
  await pressAll()
  expect(done).toEqual(['save', 'delete', 'refresh', 'copy', 'full'])
})
