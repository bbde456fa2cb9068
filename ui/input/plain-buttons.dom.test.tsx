import { render } from '@testing-library/react'
import { Profiler } from 'react'
import { expect, it } from 'vitest'
import { mountedComponents, lastRenderedNames } from '#testing/rendered-components.ts'
import { userInput, waitForAssertion } from '#testing/user-input.ts'
import { InfoTooltip } from '#ui/base/InfoTooltip.tsx'
import { CloseButton } from '#ui/base/CloseButton.tsx'
import { DropButton } from './DropButton.tsx'
import { IconTile } from '#ui/base/IconTile.tsx'
import { PillField } from './PillField.tsx'

/** Buttons that panels have many of consist of one component and plain elements. */
it.each([
  [
    'a pill that opens, is dragged and taken out',
    <PillField key="" label="It" text="it" icon="function" hasGrip onRemove={() => undefined} />,
    4,
  ],
  ['a drop target that adds', <DropButton key="">Add</DropButton>, 2],
  ['a tile without hover', <IconTile key="" icon="table" label="It" isSelected onPress={() => undefined} />, 2],
  ['a mark without hover', <InfoTooltip key="" text="Why" />, 2],
  ['the close button of a banner', <CloseButton key="" label="Close" onPress={() => undefined} />, 2],
])('%s', (_, part, components) => {
  const { container } = render(part)
  expect(mountedComponents(container)).toHaveLength(components)
})

it('shows the tooltip on hover and on focus, without replacing the button', async () => {
  const { getByRole, queryByRole, findByRole } = render(<InfoTooltip text="Why" label="Info" />)
  const button = getByRole('button', { name: 'Info' })
  const user = userInput()
  await user.hover(button)
  expect((await findByRole('tooltip')).textContent).toBe('Why')
  expect(getByRole('button', { name: 'Info' })).toBe(button)
  await user.unhover(button)
  await waitForAssertion(() => expect(queryByRole('tooltip')).toBeNull())
  expect(button.hasAttribute('aria-describedby')).toBe(false)
  await user.tab()
  await findByRole('tooltip')
  await user.keyboard('{Escape}')
  await waitForAssertion(() => expect(queryByRole('tooltip')).toBeNull())
  expect(document.activeElement).toBe(button)
})

it('renders a mark once; hovering it again renders only its text', async () => {
  const page: { of?: Element } = {}
  const drawn: string[] = []
  const note = () => page.of && drawn.push(...lastRenderedNames(page.of))
  const { container, getByRole, queryByRole, findByRole } = render(
    <Profiler id="mark" onRender={note}>
      <InfoTooltip text="Why" label="Info" />
    </Profiler>,
  )
  page.of = container
  const button = getByRole('button', { name: 'Info' })
  const user = userInput()
  await user.hover(button)
  await findByRole('tooltip')
  expect(drawn.filter((name) => name === 'InfoTooltip')).toHaveLength(1)
  drawn.length = 0
  await user.unhover(button)
  await waitForAssertion(() => expect(queryByRole('tooltip')).toBeNull())
  await user.hover(button)
  await findByRole('tooltip')
  expect(drawn).toContain('Text')
  expect(drawn).not.toContain('InfoTooltip')
})
