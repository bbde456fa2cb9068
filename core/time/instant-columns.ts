/** What decides whether the values of a column are instants. */
interface TimeColumn {
  readonly type: string | null
  readonly is_dttm?: boolean
  readonly python_date_format: string | null
}

const ZONED = /\b(timestamptz|timestamp_l?tz|datetimeoffset|with( local)? time zone)\b/i

/** Whether a type is one of instants, as `TIMESTAMP WITH TIME ZONE` is. */
export function isZonedType(type: string | null): boolean {
  return type !== null && ZONED.test(type) && !/^time\b(?!stamp)/i.test(type.trim()) && !type.includes('[')
}

/**
 * Whether the values of a column are instants, which have a wall-clock time in every time zone: a type with a time zone,
 * or a time counted in epoch seconds or milliseconds. Other times are wall-clock times and stay as they are stored.
 */
export function isInstantColumn({ type, is_dttm: isTime = true, python_date_format: format }: TimeColumn): boolean {
  return isZonedType(type) || (isTime && isEpochFormat(format))
}

/** Whether a column keeps times as numbers of seconds or milliseconds since 1970. */
function isEpochFormat(format: string | null | undefined): boolean {
  return format === 'epoch_s' || format === 'epoch_ms'
}
