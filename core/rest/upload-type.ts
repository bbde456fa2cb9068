/** Types of uploaded files, as in the field `type`. */
export const uploadTypes = ['csv', 'excel', 'columnar'] as const

export type UploadType = (typeof uploadTypes)[number]
