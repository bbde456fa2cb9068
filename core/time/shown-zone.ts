/** The time zone in which charts, tables and filters show instants. */
export const SHOWN_TIME_ZONE = 'UTC'
