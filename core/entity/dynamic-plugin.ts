import * as z from 'zod'
import { isLink } from '#core/rest/link.ts'
import { textOf } from '#core/rest/body.ts'
import { text } from './field.ts'
import { type BodyOf, type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'

/** A wire name of a chart type: the `viz_type` of forms, and a folder name in other places. */
const key = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'Must be a name such as wind_rose.')

/** The URL of the module: a path of this host, or an https URL. The server decides which hosts are allowed. */
const bundleUrl = z
  .string()
  .min(1, 'Required.')
  .max(1000)
  .refine(
    (address) => isLink(address) && /^(\/|https:|http:\/\/(localhost|127\.0\.0\.1)[:/])/i.test(address),
    'Must be an https address, or a path that begins with /.',
  )

/** The hash of the module, as in the `integrity` attribute of a script (W3C Subresource Integrity); one hash. */
const integrity = z
  .string()
  .regex(
    /^(sha256-[A-Za-z0-9+/]{43}=|sha384-[A-Za-z0-9+/]{64}|sha512-[A-Za-z0-9+/]{86}==)$/,
    'Must be a hash such as sha384-…, in base64.',
  )

/** A chart type that browsers load from a URL at startup. */
export const dynamicPluginEntity = defineEntity({
  table: 'dynamic_plugins',
  rights: {
    view: 'DynamicPlugin',
    permissions: ['can_read', 'can_list', 'can_show', 'can_add', 'can_edit', 'can_delete', 'can_write', 'can_download'],
    writers: 'Admin',
  },
  unknown: 'dropped',
  fields: {
    name: text({
      create: textOf(1, 50),
      update: textOf(1, 50).optional(),
      folded: true,
      sorted: true,
      filter: 'text',
    }),
    key: text({ create: key, update: key.optional(), folded: true, sorted: true, filter: 'text' }),
    bundle_url: text({ create: bundleUrl, update: bundleUrl.optional(), filter: 'exact' }),
    integrity: text({ create: integrity, update: integrity.optional() }),
  },
  relations: {},
})

export type DynamicPlugin = RowOf<typeof dynamicPluginEntity>
export type DynamicPluginDraft = DraftOf<typeof dynamicPluginEntity>
export type DynamicPluginBody = BodyOf<typeof dynamicPluginEntity>
