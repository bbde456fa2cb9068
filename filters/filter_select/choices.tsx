import { useMemo, useState } from 'react'
import { numberOf } from '#core/rest/json-primitive.ts'
import { readExactNumber } from '#core/table/exact-number.ts'
import { type GenericType, NUMERIC, STRING, type Table, TEMPORAL, type Value } from '#core/table/table.ts'
import { parseTimestampLiteral } from '#core/time/timestamp-literal.ts'
import type { Option } from '#ui/input/option.ts'
import type { FilterViewProps } from '../filter-type.ts'
import { optionRows } from './option-rows.ts'
import { valueName } from '#core/query/value-name.ts'

/** Lists with more options have a search field. */
export const MAX_OPTIONS_WITHOUT_SEARCH = 8

/**
 * Returns the selection at the time of the last list change. These options are listed first. Selecting another one does
 * not move the options under the pointer.
 */
function useSelectedOptions(value: readonly Value[] | undefined, ...changes: readonly unknown[]): readonly Value[] {
  const [known, setKnown] = useState({ changes, picked: value ?? [] })
  if (known.changes.every((change, index) => change === changes[index])) return known.picked
  const next = { changes, picked: value ?? [] }
  setKnown(next)
  return next.picked
}

/** Returns the count of each value under the other filters; undefined unless all are known. */
function numbersOf(counts: Table | undefined, most: number): ReadonlyMap<Value, Value | undefined> | undefined {
  if (!counts || counts.rowCount > most) return undefined
  return new Map(counts.columns[0]?.values.map((each, row) => [each, counts.columns[1]?.values[row]]))
}

/**
 * Returns the options with their counts, and selected values that are not listed. Counts are those under the other
 * filters if known, or those of all rows if no other filter applies; otherwise there are none. `most` is the maximum
 * number of options offered at once.
 */
export function useChoices(
  { config, value, options, isSingle, counts, unlistedOptions: beyond, onSearch }: FilterViewProps<readonly Value[]>,
  search: string,
  most: number,
): readonly Option<Value>[] {
  const table = options?.[0]
  const under = useMemo(() => numbersOf(counts, most), [counts, most])
  const isCounted = isSingle || under !== undefined
  // Without rows the count is 0; any other metric has no value.
  const none = config.sortMetric ? undefined : 0
  const isWhole = onSearch === undefined || (beyond === undefined && search === '')
  const picked = useSelectedOptions(value, table, search)
  return useMemo<Option<Value>[]>(() => {
    const values = table?.columns[0]?.values ?? []
    const among = table?.columns.at(-1)?.values ?? []
    const isOfTime = table?.columns[0]?.type === TEMPORAL
    const option = (each: Value, measured: Value | undefined, other: number | undefined) => {
      const number = measured === null || measured === undefined ? other : numberOf(measured)
      return {
        value: each,
        label: valueName(each, isOfTime),
        ...(isCounted && number !== undefined ? { count: number } : {}),
      }
    }
    const found = optionRows(config, values).map((row) => {
      const each = values[row] ?? null
      return option(each, under ? under.get(each) : among[row], none)
    })
    const listed = new Set(values)
    // The count of an unlisted value is unknown if the list is incomplete.
    const removed = (value ?? [])
      .filter((each) => !listed.has(each))
      .map((each) => option(each, under?.get(each), isWhole ? none : undefined))
    const first = new Set(values.length > MAX_OPTIONS_WITHOUT_SEARCH ? picked : [])
    return [
      ...removed,
      ...found.filter((each) => first.has(each.value)),
      ...found.filter((each) => !first.has(each.value)),
    ]
  }, [config, table, value, picked, isCounted, under, none, isWhole])
}

/** Converts a text to a value of the column; undefined if the column cannot contain it. */
export function valueOfText(written: string, type: GenericType | undefined): Value | undefined {
  if (type === NUMERIC) return readExactNumber(written)
  if (type === TEMPORAL) return parseTimestampLiteral(written)
  return type === STRING ? written : undefined
}
