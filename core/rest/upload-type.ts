/** Types of uploaded files as the field `type` names them. */
export const uploadTypes = ['csv', 'excel', 'columnar'] as const

export type UploadType = (typeof uploadTypes)[number]
