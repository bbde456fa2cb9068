/** The sort options for series and categories, in display order. */
export const orderings = ['name', 'sum', 'min', 'max', 'avg'] as const

export type Ordering = (typeof orderings)[number]
