import { expect, it } from 'vitest'
import { changeTexts } from './change-texts.ts'

const tile = (sliceName: string, over: { width?: number; parents?: readonly string[]; text?: string } = {}) => ({
  type: 'CHART',
  parents: over.parents ?? ['ROW-1'],
  meta: { sliceName, width: over.width ?? 4, height: 50, ...(over.text ? { note: over.text } : {}) },
})

it('names tiles by how they changed', () => {
  const keys = [
    { name: 'A', how: 'added' as const, after: tile('Sales') },
    { name: 'B', how: 'removed' as const, before: tile('Orders') },
    { name: 'C', how: 'changed' as const, before: tile('Map'), after: tile('Map', { width: 6 }) },
    { name: 'D', how: 'changed' as const, before: tile('Pie'), after: tile('Pie', { parents: ['ROW-2'], width: 5 }) },
    { name: 'E', how: 'changed' as const, before: tile('Bar'), after: tile('Bar', { text: 'new' }) },
    { name: 'ROW-1', how: 'changed' as const, before: { children: [] }, after: { children: ['A'] } },
  ]
  expect(changeTexts({ kind: 'keys', field: 'position_json', keys, more: 0 })).toEqual([
    'Tiles added: Sales',
    'Tiles removed: Orders',
    'Tiles changed: Bar',
    'Tiles moved: Pie',
    'Tiles resized: Map',
  ])
})
