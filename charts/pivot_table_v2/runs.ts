import type { PivotLine } from './lines.ts'

/** The lines that share a label: by line, the first of its run (inclusive) and the end (exclusive). */
export interface Runs {
  readonly start: Int32Array
  readonly end: Int32Array
}

/** The runs of each level. A line begins a run of its own where any label up to the level differs from the one before. */
export function runsOf(lines: readonly PivotLine[], depth: number): readonly Runs[] {
  const levels: Runs[] = Array.from({ length: depth }, () => ({
    start: new Int32Array(lines.length),
    end: new Int32Array(lines.length),
  }))
  for (const [at, line] of lines.entries()) {
    const shared = sharedLevels(lines[at - 1], line)
    for (const [level, { start }] of levels.entries()) start[at] = level < shared ? (start[at - 1] ?? at) : at
  }
  for (const { start, end } of levels) {
    for (let at = lines.length - 1; at >= 0; at--) {
      end[at] = start[at + 1] === start[at] ? (end[at + 1] ?? at + 1) : at + 1
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
  /** The first line that carries it, drawn or not. */
  readonly start: number
  /** How many of the drawn lines it stands beside. */
  readonly span: number
  /** How many levels it stands over: the name of a total takes all that follow. */
  readonly levels: number
}

/** The labels drawn at a line, outermost first, when lines from `from` (inclusive) to `to` (exclusive) are drawn. */
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
