import { session } from '#client/session/session.ts'
import { hasUploadPermission } from '#core/access/upload.ts'
import { uploadTypes } from '#core/rest/upload-type.ts'
import { compressedExtensions, uploadExtensions } from '#core/access/upload-extensions.ts'

/** Returns the extensions of the files that the user may upload. */
export function acceptedExtensions(): readonly string[] {
  const { user } = session()
  const types = uploadTypes.filter((type) => hasUploadPermission(user, type))
  return [...types.flatMap((type) => uploadExtensions[type]), ...compressedExtensions]
}
