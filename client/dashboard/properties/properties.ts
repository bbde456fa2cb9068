import { categoricalSchemes } from '#core/color/categorical.ts'
import type { UserReferenceResponse, TagReference } from '#core/rest/responses.ts'
import { parseJson } from '#core/rest/json.ts'
import type { NamedEntity } from '#client/properties/RelatedField.tsx'
import type { DashboardInfo, Metadata } from '../state/dashboard-info.ts'

/**
 * Returns the metadata after a color scheme change. Stored colors of the scheme are replaced with those of the new one,
 * and label colors frozen under the previous scheme are dropped. Colors pinned by hand stay.
 */
function schemeMetadata(before: Metadata, after: Metadata): Metadata {
  const scheme = after['color_scheme']
  if (scheme === before['color_scheme']) return after
  const { color_scheme_domain: domain, shared_label_colors: shared, map_label_colors: map, ...others } = after
  const isTyped = (key: string, value: unknown) => value !== undefined && value !== before[key]
  const colors = categoricalSchemes.find(({ id }) => id === scheme)?.colors
  return {
    ...others,
    ...(isTyped('shared_label_colors', shared) ? { shared_label_colors: shared } : {}),
    ...(isTyped('map_label_colors', map) ? { map_label_colors: map } : {}),
    ...(isTyped('color_scheme_domain', domain) ? { color_scheme_domain: domain } : {}),
    ...(colors && domain !== undefined ? { color_scheme_domain: colors } : {}),
  }
}

/** The editable values of the dashboard properties dialog. */
export interface Properties {
  readonly title: string
  readonly slug: string
  readonly published: boolean
  readonly owners: readonly NamedEntity[]
  readonly roles: readonly NamedEntity[]
  /** Tags to be created have the id 0. */
  readonly tags: readonly TagReference[]
  readonly certifiedBy: string
  readonly certificationDetails: string
  /** The metadata as JSON text, including the values of the other fields. */
  readonly metadata: string
}

/** Metadata keys that are hidden because the product writes them. */
const hiddenKeys = ['positions', 'shared_label_colors', 'map_label_colors', 'color_scheme_domain'] as const

const print = (metadata: Metadata) => JSON.stringify(metadata, null, 2)

function split(metadata: Metadata): { readonly shown: Metadata; readonly hidden: Metadata } {
  const isHidden = ([key]: readonly [string, unknown]) => (hiddenKeys as readonly string[]).includes(key)
  const entries = Object.entries(metadata)
  return {
    shown: Object.fromEntries(entries.filter((each) => !isHidden(each))),
    hidden: Object.fromEntries(entries.filter(isHidden)),
  }
}

const nameOf = ({ first_name, last_name }: UserReferenceResponse) => `${first_name} ${last_name}`.trim()

export const propertiesOf = (info: DashboardInfo): Properties => ({
  title: info.title,
  slug: info.slug ?? '',
  published: info.published,
  owners: info.owners.map((owner) => ({ id: owner.id, name: nameOf(owner) })),
  roles: info.roles,
  tags: info.tags,
  certifiedBy: info.certifiedBy ?? '',
  certificationDetails: info.certificationDetails ?? '',
  metadata: print(split(info.metadata).shown),
})

/** Returns the parsed metadata; undefined if the text is not a JSON object. */
export function metadataIn({ metadata }: Pick<Properties, 'metadata'>): Metadata | undefined {
  try {
    const value: unknown = parseJson(metadata.trim() || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Metadata) : undefined
  } catch {
    return undefined
  }
}

/** Sets one metadata key, or removes it if the value is undefined. Text that is not valid JSON stays unchanged. */
export function withMetadata(properties: Properties, key: string, value: unknown): Properties {
  const metadata = metadataIn(properties)
  if (!metadata) return properties
  const { [key]: _, ...others } = metadata
  return { ...properties, metadata: print(value === undefined ? others : { ...metadata, [key]: value }) }
}

const isSameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Returns the metadata with the edited text: hidden keys stay, other keys missing from the text are removed. */
function metadataAfter(before: Metadata, properties: Properties): Metadata {
  const typed = metadataIn(properties)
  const { shown, hidden } = split(before)
  if (!typed || isSameValue(typed, parseJson(print(shown)))) return before
  return schemeMetadata(before, { ...hidden, ...typed })
}

/** Returns the dashboard info with the properties applied. Certification details without a certifier are dropped. */
export function withProperties(info: DashboardInfo, properties: Properties): DashboardInfo {
  const { title, slug, published, roles, tags } = properties
  const certifiedBy = properties.certifiedBy.trim() || null
  return {
    ...info,
    title: title.trim(),
    slug: slug.trim() || null,
    published,
    roles,
    tags,
    owners: properties.owners.map(
      ({ id, name }) => info.owners.find((owner) => owner.id === id) ?? { id, first_name: name, last_name: '' },
    ),
    certifiedBy,
    certificationDetails: certifiedBy === null ? null : properties.certificationDetails.trim() || null,
    metadata: metadataAfter(info.metadata, properties),
  }
}

/** Returns the validation errors by field. `before` are the values when the dialog was opened. */
export function propertyErrors(
  properties: Properties,
  before: Properties,
): Partial<Record<keyof Properties, 'empty' | 'json' | 'scheme'>> {
  const metadata = metadataIn(properties)
  const scheme = metadata?.['color_scheme']
  const isKnown = scheme === undefined || scheme === '' || categoricalSchemes.some(({ id }) => id === scheme)
  const isRetained = scheme === metadataIn(before)?.['color_scheme']
  return {
    ...(properties.title.trim() === '' ? { title: 'empty' as const } : {}),
    ...(metadata === undefined ? { metadata: 'json' as const } : {}),
    ...(isKnown || isRetained ? {} : { metadata: 'scheme' as const }),
  }
}
