import type { Frame, FrameColumn } from './frame.ts'
import { joinHeader } from './header-text.ts'
import type { Operation } from './operation.ts'
import { readOptions } from './option-reader.ts'
import { levelOf } from './rename.ts'

interface FlattenOptions {
  readonly resetIndex: boolean
  readonly dropLevels: readonly (string | number)[]
}

/**
 * Joins the parts of each header into one name, without those of `drop_levels`, and makes the index the first columns
 * unless `reset_index` is false.
 */
export const flatten: Operation<FlattenOptions> = {
  name: 'flatten',
  parse: (options) =>
    readOptions(options, (reader) => {
      const levels = options['drop_levels'] ?? []
      const fits = Array.isArray(levels) && levels.every((each) => typeof each === 'string' || typeof each === 'number')
      if (!fits) reader.fail('Invalid option `drop_levels`')
      return { resetIndex: reader.flag('reset_index', true), dropLevels: fits ? levels : [] }
    }),
  run: flattenHeaders,
}

/** Returns the frame with the parts of its headers joined. */
export function flattenHeaders(frame: Frame, { resetIndex, dropLevels }: FlattenOptions): Frame {
  const dropped = dropLevels.map((level) => levelOf(frame, level))
  const joined = joinedColumns(frame, dropped)
  if (!resetIndex) return { ...frame, columns: joined, levels: [null] }
  return { index: [], columns: [...frame.index, ...joined], levels: [null], rowCount: frame.rowCount }
}

function joinedColumns(frame: Frame, dropped: readonly number[]): readonly FrameColumn[] {
  if (frame.levels.length === 1) return frame.columns
  return frame.columns.map((column) => {
    const header = [joinHeader(column.header.filter((_, at) => !dropped.includes(at)))]
    return { ...column, header, joined: true }
  })
}

/** Returns the frame with flat names, the final form of every post-processing chain. */
export function flattenFrame(frame: Frame): Frame {
  return frame.levels.length === 1 ? frame : flattenHeaders(frame, { resetIndex: false, dropLevels: [] })
}
