import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { flags, WITHOUT_EFFECT } from '#core/rest/flags.ts'
import { filesUnder, root } from './tree.ts'

const ROOMS = /^(client|server|core|calls|charts|controls|filters|ui)\//
const sources = filesUnder()
  .filter((file) => ROOMS.test(file) && /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .filter((file) => file !== 'core/rest/flags.ts')
  .map((file) => readFileSync(join(root, file), 'utf8'))

it.each(Object.entries(flags))(
  'the flag %s has the effect that the documentation describes, or is documented without effect',
  (name, { effect }) => {
    // An older name is replaced by the current one.
    const meant = /^The older name of `(\w+)`/.exec(effect)?.[1] ?? name
    const isRequested = sources.some((text) => new RegExp(`\\b${meant}\\b`).test(text))
    expect(isRequested).toBe(effect !== WITHOUT_EFFECT)
  },
)
