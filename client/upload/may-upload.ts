import { session } from '#client/session/session.ts'
import { hasUploadPermission } from '#core/access/upload.ts'
import { uploadTypes } from '#core/rest/upload-type.ts'

/** True if the user may upload files of any type. */
export function mayUpload(): boolean {
  const { user } = session()
  return uploadTypes.some((type) => hasUploadPermission(user, type))
}
