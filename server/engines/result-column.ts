import type { ResultColumn } from './engine.ts'

/** Returns a result column from the known properties of its cells. */
export function resultColumn(
  name: string,
  { type, isDays }: Pick<ResultColumn, 'type' | 'isDays'> = { type: 1 },
): ResultColumn {
  return isDays ? { name, type, isDays } : { name, type }
}
