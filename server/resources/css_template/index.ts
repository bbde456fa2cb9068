import { hasPermission } from '#core/access/ability.ts'
import type { Condition } from '#core/access/condition.ts'
import { type CssTemplate, type CssTemplateBody, cssTemplateEntity } from '#core/entity/css-template.ts'
import { selectEntityFields, parseEntityBody } from '#core/entity/entity-definition.ts'
import { searchOperator } from '#server/resources/operators.ts'
import type { Resource } from '#server/resources/resource.ts'
import { loadUsers } from '#server/resources/shared/users-by-id.ts'
import { presentAuditFields } from '#server/resources/shared/present-audit-fields.ts'
import { listingOf, presentFields } from '#server/resources/shared/entity-resource.ts'

const VIEW = 'CssTemplate'

const contains =
  (text: string) =>
  (col: string): Condition => ({ col, op: 'ct', value: text })

const listing = listingOf(cssTemplateEntity, {
  base: [{ column: 'changed_on', direction: 'desc' }],
  filters: {
    template_name: [
      searchOperator('css_template_all_text', 'All Text', (text) => ['template_name', 'css'].map(contains(text))),
    ],
  },
  related: { created_by: 'user', changed_by: 'user' },
})

/** CSS templates, read and written by callers with the permission. */
export const cssTemplate: Resource<CssTemplate, CssTemplateBody> = {
  name: 'css_template',
  permission: VIEW,
  nouns: { one: 'CSS template', many: 'CSS templates', model: 'Css Template' },
  listing,
  repository: (store) => store.cssTemplates,
  rule: ({ user }, action) => hasPermission(user, action === 'write' ? 'can_write' : 'can_read', VIEW),
  bodies: cssTemplateEntity,
  example: {
    title: 'template_name',
    create: { template_name: 'Quiet' },
    update: { css: '.chart { border: 0 }' },
    misshapen: [{ template_name: 1 }, 400, 'template_name'],
  },
  async parse(body, _, row) {
    const read = parseEntityBody(cssTemplateEntity, body, row ? 'update' : 'create')
    return 'errors' in read ? { errors: read.errors, status: 400 } : { ok: read.ok }
  },
  create: (body, { context, user }) =>
    context.store.cssTemplates.create(
      { template_name: '', ...selectEntityFields(cssTemplateEntity, body) },
      user.userId,
    ),
  update: (row, body, { context, user }, ifVersion) =>
    context.store.cssTemplates.update(
      row.id,
      selectEntityFields(cssTemplateEntity, body),
      user.userId,
      ifVersion === undefined ? {} : { ifVersion },
    ),
  async present(rows, { context }, as) {
    const usersById = await loadUsers(context.store, rows)
    const now = context.now()
    return rows.map((row) => ({
      ...presentAuditFields(row, usersById, now),
      ...presentFields(cssTemplateEntity, row, as),
    }))
  },
}
