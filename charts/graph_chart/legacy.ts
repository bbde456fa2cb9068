import { linkRows } from '#core/legacy/link-rows.ts'
import { rankedBaseQuery } from '#core/legacy/ranked-query.ts'
import type { LegacyShape } from '#core/legacy/legacy-shape.ts'

/** Links from source to target. */
const links: LegacyShape = {
  types: ['directed_force'],
  query: rankedBaseQuery,
  data: ({ table }, form) => linkRows(table, form),
}

export const legacy = [links]
