/** What series and categories may be ordered by, in the order offered. */
export const orderings = ['name', 'sum', 'min', 'max', 'avg'] as const

export type Ordering = (typeof orderings)[number]
