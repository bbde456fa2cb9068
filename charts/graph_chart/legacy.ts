import { linkRows } from '#core/legacy/links.ts'
import { rankedBaseQuery } from '#core/legacy/ranked.ts'
import type { LegacyShape } from '#core/legacy/shape.ts'

/** Links from source to target. */
const links: LegacyShape = {
  types: ['directed_force'],
  query: rankedBaseQuery,
  data: ({ table }, form) => linkRows(table, form),
}

export const legacy = [links]
