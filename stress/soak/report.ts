import type { Count, Record } from './record.ts'

const SHOWN = 10
const HEAD = ['actor', 'calls', 'answered', 'refused by name', 'left', 'faults', 'longest ms']

function row(actor: string, { calls, answered, refused, left, faults, longest }: Count): string[] {
  const rejections = [...refused.values()].reduce((sum, each) => sum + each, 0)
  return [actor, ...[calls, answered, rejections, left, faults, Math.round(longest)].map(String)]
}

/** Returns one line per actor, then the error codes they got, then the first failures. */
export function report(title: string, record: Record): string {
  const rows = [...record.counts].map(([actor, count]) => row(actor, count))
  const widths = HEAD.map((name, column) => Math.max(name.length, ...rows.map((each) => each[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  const rejections = [...record.counts]
    .filter(([, { refused }]) => refused.size > 0)
    .map(
      ([actor, { refused }]) =>
        `${actor} refused: ${[...refused].map(([name, count]) => `${name} ${count}`).join(', ')}`,
    )
  const faults = record.faults
    .slice(0, SHOWN)
    .map(({ kind, actor, at, detail }) => `FAULT ${kind} (${actor}, ${at.toFixed(1)} s): ${detail}`)
  return [title, line(HEAD), ...rows.map(line), ...rejections, ...faults].join('\n')
}
