import { decimalText } from './locale.ts'

const decimal = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']
const binary = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB']

/** Formats an amount of bytes with at most two decimals, in steps of 1000 (`1.02 kB`) or 1024 (`1 KiB`). */
export function formatBytes(bytes: number, steps: 'decimal' | 'binary' = 'decimal'): string {
  const [base, units] = steps === 'decimal' ? [1000, decimal] : [1024, binary]
  let size = Math.abs(bytes)
  let step = 0
  while (roundSize(size) >= base && step < units.length - 1) {
    size /= base
    step += 1
  }
  return `${bytes < 0 && roundSize(size) > 0 ? '−' : ''}${decimalText(roundSize(size))} ${units[step]}`
}

function roundSize(size: number): number {
  return Math.round(size * 100) / 100
}
