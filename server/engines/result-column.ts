import type { ResultColumn } from './engine.ts'

/** A column of an answer by what is known of its cells. */
export function resultColumn(
  name: string,
  { type, isDays }: Pick<ResultColumn, 'type' | 'isDays'> = { type: 1 },
): ResultColumn {
  return isDays ? { name, type, isDays } : { name, type }
}
