import type { DashboardInfo, Metadata } from '../state/info.ts'

/** What the dialog of a dashboard's properties shows, as it is typed. */
export interface Properties {
  readonly title: string
  readonly slug: string
  readonly owners: readonly number[]
  readonly roles: readonly number[]
  readonly certifiedBy: string
  readonly certificationDetails: string
  /** The metadata as JSON text: what the other fields say of it stands in it. */
  readonly metadata: string
}

const print = (metadata: Metadata) => JSON.stringify(metadata, null, 2)

export const propertiesOf = (info: DashboardInfo): Properties => ({
  title: info.title,
  slug: info.slug ?? '',
  owners: info.owners.map(({ id }) => id),
  roles: info.roles.map(({ id }) => id),
  certifiedBy: info.certifiedBy ?? '',
  certificationDetails: info.certificationDetails ?? '',
  metadata: print(info.metadata),
})

/** The metadata that are written; undefined where the text is no JSON object. */
export function metadataIn({ metadata }: Properties): Metadata | undefined {
  try {
    const value: unknown = JSON.parse(metadata.trim() || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Metadata) : undefined
  } catch {
    return undefined
  }
}

/** With one key of the metadata changed; without it where it is undefined. Text that is no JSON stays as it is typed. */
export function withMetadata(properties: Properties, key: string, value: unknown): Properties {
  const metadata = metadataIn(properties)
  if (!metadata) return properties
  const { [key]: _, ...others } = metadata
  return { ...properties, metadata: print(value === undefined ? others : { ...metadata, [key]: value }) }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The body of the call that saves what was changed, and nothing else; empty where nothing was. */
export function changesOf(before: Properties, after: Properties): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  if (after.title !== before.title) body['dashboard_title'] = after.title.trim()
  if (after.slug !== before.slug) body['slug'] = after.slug.trim() || null
  if (!same(after.owners, before.owners)) body['owners'] = after.owners
  if (!same(after.roles, before.roles)) body['roles'] = after.roles
  if (after.certifiedBy !== before.certifiedBy) body['certified_by'] = after.certifiedBy.trim() || null
  if (after.certificationDetails !== before.certificationDetails)
    body['certification_details'] = after.certificationDetails.trim() || null
  const metadata = metadataIn(after)
  if (metadata && !same(metadata, metadataIn(before))) body['json_metadata'] = JSON.stringify(metadata)
  return body
}

/** What is wrong with a field, by field. */
export function wrongIn(properties: Properties): Partial<Record<keyof Properties, 'empty' | 'json'>> {
  return {
    ...(properties.title.trim() === '' ? { title: 'empty' as const } : {}),
    ...(metadataIn(properties) === undefined ? { metadata: 'json' as const } : {}),
  }
}
