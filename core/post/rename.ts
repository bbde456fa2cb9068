import { type Frame, MISSING_COLUMNS, throwPostError } from './frame.ts'
import type { Operation } from './operation.ts'
import { readOptions } from './option-reader.ts'

interface RenameOptions {
  readonly columns: readonly (readonly [string, string | null])[]
  readonly level: string | number
}

/** Renames one level of the headers, given by number or name; null removes the part from the flat name. */
export const rename: Operation<RenameOptions> = {
  name: 'rename',
  parse: (options) =>
    readOptions(options, (reader) => {
      const columns = options['columns'] ?? {}
      const level = options['level'] ?? 0
      const entries = typeof columns === 'object' && !Array.isArray(columns) ? Object.entries(columns) : []
      const fits = entries.every(([, to]) => to === null || typeof to === 'string')
      if (typeof columns !== 'object' || !fits) reader.fail('Invalid option `columns`')
      if (typeof level !== 'number' && typeof level !== 'string') reader.fail('Invalid option `level`')
      return { columns: entries as [string, string | null][], level: level as string | number }
    }),
  run(frame, { columns, level }) {
    if (columns.length === 0) return frame
    const at = levelOf(frame, level)
    const there = new Set(frame.columns.map(({ header }) => header[at] ?? null))
    const names = new Map<string | null, string | null>(columns)
    if ([...names.keys()].some((from) => !there.has(from))) throwPostError(MISSING_COLUMNS)
    if ([...names.values()].every((to) => there.has(to))) throwPostError('Label already exists')
    return {
      ...frame,
      columns: frame.columns.map((column) => ({
        ...column,
        header: column.header.map((part, where) =>
          where === at && names.has(part) ? (names.get(part) ?? null) : part,
        ),
      })),
    }
  },
}

/** Returns the index of a header level, by number (negative from the end) or name. */
export function levelOf(frame: Frame, level: string | number): number {
  const at = typeof level === 'string' ? frame.levels.indexOf(level) : level < 0 ? frame.levels.length + level : level
  return Number.isInteger(at) && at >= 0 && at < frame.levels.length ? at : throwPostError(`Level ${level} not found`)
}
