/**
 * @typedef {{ measure: string, name: string, value: number | null, unit: string, most?: number, least?: number,
 *   note?: string }} Figure value null: the results were wrong, or the measure could not be taken
 */

/**
 * @param {Figure} figure
 * @returns {string} whether the target is met; empty without a target
 */
export function verdictOf({ value, most, least }) {
  if (value === null) return 'no figure'
  if (most === undefined && least === undefined) return ''
  return (most === undefined || value <= most) && (least === undefined || value >= least) ? 'met' : 'MISSED'
}

/** @param {number | null} value */
function formatShort(value) {
  if (value === null) return '-'
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}

/**
 * @param {Figure} figure
 * @returns {string}
 */
function target({ most, least }) {
  if (most !== undefined) return `<= ${most}`
  return least === undefined ? '' : `>= ${least}`
}

/**
 * @param {readonly Figure[]} figures
 * @returns {string} one line per figure, in columns
 */
export function printTable(figures) {
  const rows = figures.map((figure) => [
    figure.measure,
    figure.name,
    formatShort(figure.value),
    figure.unit,
    target(figure),
    verdictOf(figure),
    figure.note ?? '',
  ])
  const head = ['id', 'what', 'figure', 'unit', 'target', '', '']
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)))
  /** @param {readonly string[]} row */
  const line = (row) => {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0
      return column === 2 ? cell.padStart(width) : cell.padEnd(width)
    })
    return cells.join('  ').trimEnd()
  }
  return [head, ...rows].map(line).join('\n')
}
