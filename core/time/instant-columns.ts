/** The properties that decide whether the values of a column are instants. */
interface TimeColumn {
  readonly type: string | null
  readonly is_dttm?: boolean
  readonly python_date_format: string | null
}

const ZONED = /\b(timestamptz|timestamp_l?tz|datetimeoffset|with( local)? time zone)\b/i

/** True for a type of instants, such as `TIMESTAMP WITH TIME ZONE`. */
export function isZonedType(type: string | null): boolean {
  return type !== null && ZONED.test(type) && !/^time\b(?!stamp)/i.test(type.trim()) && !type.includes('[')
}

/**
 * True if the values of a column are instants, which have a wall-clock time in every time zone: a type with a time
 * zone, or a time in epoch seconds or milliseconds. Other times are wall-clock times and are shown as stored.
 */
export function isInstantColumn({ type, is_dttm: isTime = true, python_date_format: format }: TimeColumn): boolean {
  return isZonedType(type) || (isTime && isEpochFormat(format))
}

/** True if a column stores times as numbers of seconds or milliseconds since 1970. */
function isEpochFormat(format: string | null | undefined): boolean {
  return format === 'epoch_s' || format === 'epoch_ms'
}
