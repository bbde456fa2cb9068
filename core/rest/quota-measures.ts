/** The quantities that a quota limits: concurrent queries, rows of a result, exports per hour, and uploaded bytes per day. */
export const QUOTA_MEASURES = ['max_queries', 'max_rows', 'max_exports', 'max_upload_bytes'] as const
export type QuotaMeasure = (typeof QUOTA_MEASURES)[number]

/** The values of a quota; null sets nothing. */
export type QuotaValues = Readonly<Record<QuotaMeasure, number | null>>
