/** The query key of the current user's sessions. */
export const sessionsKey = ['me', 'sessions'] as const

/** The query key of the current user's API tokens. */
export const tokensKey = ['me', 'tokens'] as const

/** The query key of whether the current user has a password. */
export const passwordKey = ['me', 'password'] as const

/** The query key of the current user's second factor. */
export const secondFactorKey = ['me', 'second factor'] as const
