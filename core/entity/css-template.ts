import { MAX_CSS_LENGTH } from '#core/css/max-css-length.ts'
import { textOf } from '#core/rest/body.ts'
import { text, nullableText } from './field.ts'
import { type BodyOf, type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'

/** Named CSS that can be inserted into dashboards; stored as written. */
export const cssTemplateEntity = defineEntity({
  table: 'css_templates',
  rights: { view: 'CssTemplate', permissions: ['can_read', 'can_write'], readers: 'Alpha', writers: 'Alpha' },
  unknown: 'dropped',
  fields: {
    template_name: text({
      create: textOf(1, 250),
      update: textOf(1, 250).optional(),
      folded: true,
      sorted: true,
      filter: 'text',
    }),
    css: nullableText({ body: textOf(0, MAX_CSS_LENGTH).nullish(), folded: true, filter: 'text' }),
  },
  relations: {},
})

export type CssTemplate = RowOf<typeof cssTemplateEntity>
export type CssTemplateDraft = DraftOf<typeof cssTemplateEntity>
export type CssTemplateBody = BodyOf<typeof cssTemplateEntity>
