import { importResponse } from '#core/rest/response-shapes.ts'
import { bundleResponse } from '#server/resources/shared/export-route.ts'
import { BUNDLE_LIMIT, importForm } from '#server/resources/shared/import-route.ts'
import type { Route } from '#server/route/route.ts'

const VIEW = 'ImportExportRestApi'

/** Exports everything the caller may read as one bundle, and imports such a bundle from the field `bundle`. */
export const assetRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/export',
    policy: { permission: 'can_export', view: VIEW },
    handler: (request) => bundleResponse(request, 'assets', []),
  },
  {
    method: 'POST',
    path: '/import',
    policy: { permission: 'can_import_', view: VIEW },
    formLimit: BUNDLE_LIMIT,
    responses: { 200: importResponse },
    handler: (request) => importForm(request, 'assets', 'bundle'),
  },
]
