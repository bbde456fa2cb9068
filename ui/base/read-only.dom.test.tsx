import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FileDrop } from '#ui/input/FileDrop.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { MenuItems } from '#ui/overlay/MenuItems.tsx'
import { Popover } from '#ui/overlay/Popover.tsx'
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

it('disables controls that save on a read-only page, and gives the reason', async () => {
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

function drawLinkAndFiles(reason: string | undefined): File[] {
  const taken: File[] = []
  render(
    <ReadOnlyContext value={reason}>
      <LinkButton isWrite isIconOnly icon="edit" href="/dashboard/1?edit=true">
        Edit
      </LinkButton>
      <LinkButton href="/dashboard/1">Open</LinkButton>
      <FileDrop
        isWrite
        label="Drop a file here"
        buttonLabel="Choose a file"
        onFiles={(files) => taken.push(...files)}
      />
    </ReadOnlyContext>,
  )
  const dataTransfer = { files: [new File(['a'], 'rows.csv')], types: ['Files'] }
  fireEvent.drop(screen.getByRole('group', { name: 'Drop a file here' }), { dataTransfer })
  return taken
}

it('replaces links to editors by disabled buttons on a read-only page, and takes no dropped files', () => {
  const taken = drawLinkAndFiles(REASON)
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Open'])
  expect(['Edit', 'Choose a file'].map((name) => button(name).getAttribute('aria-disabled'))).toEqual(['true', 'true'])
  expect(taken).toEqual([])
})

it('leaves links to editors and dropped files on other pages unchanged', () => {
  const taken = drawLinkAndFiles(undefined)
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Edit', 'Open'])
  expect(taken.map(({ name }) => name)).toEqual(['rows.csv'])
})

it('opens no menu or popover by a control that saves on a read-only page', async () => {
  const drawTriggers = (reason: string | undefined) =>
    render(
      <ReadOnlyContext value={reason}>
        <Menu
          label="New dataset"
          trigger={<Button isWrite>Dataset</Button>}
          items={[{ id: 'table', label: 'Table' }]}
        />
        <Popover label="Add a filter" trigger={<IconButton isWrite icon="plus" label="Filter" />}>
          Columns
        </Popover>
      </ReadOnlyContext>,
    )
  const opened = async () => {
    const roles: string[] = []
    for (const [name, role] of [
      ['Dataset', 'menu'],
      ['Filter', 'dialog'],
    ] as const) {
      await press(name)
      if (screen.queryByRole(role)) roles.push(role)
      await userInput().keyboard('{Escape}')
    }
    return roles
  }
  const { unmount } = drawTriggers(REASON)
  expect(await opened()).toEqual([])
  unmount()
  drawTriggers(undefined)
  expect(await opened()).toEqual(['menu', 'dialog'])
})
