import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SelectPanel } from './SelectPanel.tsx'

const drawn = (count: number) => {
  const options = Array.from({ length: count }, (_, index) => ({ value: index, label: `Option ${index}` }))
  const markup = renderToStaticMarkup(
    <SelectPanel
      listId="list"
      label="Columns"
      options={options}
      value={undefined}
      isSearchable
      onPick={() => undefined}
    />,
  )
  return markup.split('role="option"').length - 1
}

it('E-CONTROLS-17: a menu draws all of 100 options, and of more only those in sight', () => {
  expect(drawn(100)).toBe(100)
  expect(drawn(101)).toBeLessThan(40)
  expect(drawn(101)).toBeGreaterThan(9)
})
