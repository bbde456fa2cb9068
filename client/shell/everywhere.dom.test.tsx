import { expect, it } from 'vitest'
import { everywhere } from './everywhere.ts'
import { reader } from '#testing/dashboard.ts'
import { openSession } from '#testing/session.ts'

const labels = () => everywhere([]).map(({ label }) => label)

it('the palette offers the pages one may read, and no others', () => {
  openSession({ user: reader(1, ['can_read', 'Database'], ['can_read', 'SavedQuery'], ['can_read', 'Annotation']) })
  expect(labels()).toEqual(expect.arrayContaining(['Databases', 'Saved queries', 'Annotation layers', 'Bin']))
  expect(labels()).not.toContain('Plug-ins')
  openSession({
    user: reader(1, ['can_write', 'DynamicPlugin'], ['can_read', 'CssTemplate'], ['can_read', 'DashboardGrant']),
  })
  expect(labels()).toEqual(expect.arrayContaining(['Plug-ins', 'CSS templates', 'Access by role']))
  expect(labels()).not.toContain('Databases')
})
