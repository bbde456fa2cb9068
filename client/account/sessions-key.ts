/** The query key of the current user's sessions. */
export const sessionsKey = ['me', 'sessions'] as const
