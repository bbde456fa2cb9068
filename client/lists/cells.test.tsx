import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ownersColumn } from './cells.tsx'

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index, first_name: `First${index}`, last_name: `Last${index}` }))
const cell = (count: number) => renderToStaticMarkup(<>{ownersColumn().cell({ owners: people(count) })}</>)
const shown = (markup: string) => [...markup.matchAll(/title="(First\d+ Last\d+)"/g)].map(([, name]) => name)

it('E-CONTROLS-19: a group of avatars shows four people, and how many more there are', () => {
  expect(shown(cell(4))).toHaveLength(4)
  const many = cell(7)
  expect(shown(many)).toHaveLength(4)
  expect(many).toContain('title="First4 Last4, First5 Last5, First6 Last6"')
})
