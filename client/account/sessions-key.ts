/** Where the sessions of the person are kept between readings. */
export const sessionsKey = ['me', 'sessions'] as const
