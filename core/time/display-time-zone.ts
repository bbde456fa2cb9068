/** The time zone in which charts, tables and filters show instants. */
export const DISPLAY_TIME_ZONE = 'UTC'
