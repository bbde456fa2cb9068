import type { PivotLine } from './lines.ts'

/** Runs of lines that share a label: per line, the start (inclusive) and end (exclusive) of its run. */
export interface Runs {
  readonly start: Int32Array
  readonly end: Int32Array
}

/** Returns the runs of each level. A new run starts where any label up to that level changes. */
export function labelRuns(lines: readonly PivotLine[], depth: number): readonly Runs[] {
  const levels: Runs[] = Array.from({ length: depth }, () => ({
    start: new Int32Array(lines.length),
    end: new Int32Array(lines.length),
  }))
  for (const [index, line] of lines.entries()) {
    const shared = sharedLevels(lines[index - 1], line)
    for (const [level, { start }] of levels.entries())
      start[index] = level < shared ? (start[index - 1] ?? index) : index
  }
  for (const { start, end } of levels) {
    for (let index = lines.length - 1; index >= 0; index--) {
      end[index] = start[index + 1] === start[index] ? (end[index + 1] ?? index + 1) : index + 1
    }
  }
  return levels
}

function sharedLevels(before: PivotLine | undefined, line: PivotLine): number {
  if (!before) return 0
  const most = Math.min(before.values.length, line.values.length)
  for (let level = 0; level < most; level++) {
    if (before.values[level] !== line.values[level]) return level
  }
  return most
}

/** A label of one side within a window of lines. */
export interface Label {
  readonly line: number
  readonly level: number
  /** The first line of the label, drawn or not. */
  readonly start: number
  /** The number of drawn lines that the label spans. */
  readonly span: number
  /** The number of levels that the label spans; the name of a total spans all remaining ones. */
  readonly levels: number
}

/**
 * Returns the labels drawn at a line, outermost first, if lines from `from` (inclusive) to `to` (exclusive) are drawn.
 */
export function labelsAt(
  line: number,
  lines: readonly PivotLine[],
  runs: readonly Runs[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly Label[] {
  const own = lines[line]?.values.length ?? 0
  return runs.flatMap(({ start, end }, level): Label[] => {
    if (level > own) return []
    if (level === own) return [{ line, level, start: line, span: 1, levels: runs.length - own }]
    const first = start[line] ?? line
    if (line !== Math.max(first, from)) return []
    return [{ line, level, start: first, span: Math.min(end[line] ?? line + 1, to) - line, levels: 1 }]
  })
}
