import { hasPermission } from '#core/access/ability.ts'
import {
  type DynamicPlugin,
  type DynamicPluginBody,
  type DynamicPluginDraft,
  dynamicPluginEntity,
} from '#core/entity/dynamic-plugin.ts'
import { selectEntityFields } from '#core/entity/entity-definition.ts'
import type { Resource } from '#server/resources/resource.ts'
import { loadUsers } from '#server/resources/shared/users-by-id.ts'
import { presentAuditFields } from '#server/resources/shared/present-audit-fields.ts'
import { listingOf, presentFields } from '#server/resources/shared/entity-resource.ts'
import { parsePlugin } from './body.ts'

const VIEW = 'DynamicPlugin'

/** Chart types that browsers load from a URL: read by users who see charts, written by administrators. */
export const dynamicPlugin: Resource<DynamicPlugin, DynamicPluginBody> = {
  name: 'dynamic_plugin',
  permission: VIEW,
  nouns: { one: 'Plug-in', many: 'Plug-ins', model: 'Dynamic Plugin' },
  listing: listingOf(dynamicPluginEntity, { base: [{ column: 'changed_on', direction: 'desc' }], related: {} }),
  repository: (store) => store.dynamicPlugins,
  rule: ({ user }, action) => hasPermission(user, action === 'write' ? 'can_write' : 'can_read', VIEW),
  bodies: dynamicPluginEntity,
  parse: parsePlugin,
  create: (body, { context, user }) =>
    context.store.dynamicPlugins.create(
      selectEntityFields(dynamicPluginEntity, body) as DynamicPluginDraft,
      user.userId,
    ),
  update: (row, body, { context, user }, ifVersion) =>
    context.store.dynamicPlugins.update(
      row.id,
      selectEntityFields(dynamicPluginEntity, body),
      user.userId,
      ifVersion === undefined ? {} : { ifVersion },
    ),
  async present(rows, { context }, as) {
    const usersById = await loadUsers(context.store, rows)
    const now = context.now()
    return rows.map((row) => ({
      ...presentAuditFields(row, usersById, now),
      ...presentFields(dynamicPluginEntity, row, as),
    }))
  },
}
