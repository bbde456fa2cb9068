import type { UploadPreview } from '#core/rest/upload.ts'

/** Whether a file says itself how it is read; else somebody has to look at it. */
export const isPlain = ({ isEncodingSure, date_order }: UploadPreview): boolean => isEncodingSure && date_order === null
