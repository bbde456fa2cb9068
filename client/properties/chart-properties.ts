import type { NamedEntity } from './RelatedField.tsx'
import type { ChartResponse, UserReferenceResponse, TagReference } from '#core/rest/responses.ts'

/** The editable values of the chart properties dialog. */
export interface ChartProperties {
  readonly name: string
  readonly description: string
  readonly owners: readonly NamedEntity[]
  /** Tags to be created have the id 0. */
  readonly tags: readonly TagReference[]
  /** Seconds; undefined uses the timeout of the dataset. */
  readonly cacheTimeout: number | undefined
  readonly certifiedBy: string
  readonly certificationDetails: string
}

const nameOf = ({ first_name, last_name }: UserReferenceResponse) => `${first_name} ${last_name}`.trim()

export const chartProperties = (chart: ChartResponse): ChartProperties => ({
  name: chart.slice_name,
  description: chart.description ?? '',
  owners: (chart.owners ?? []).map((owner) => ({ id: owner.id, name: nameOf(owner) })),
  tags: (chart.tags ?? []).map(({ id, name }) => ({ id, name })),
  cacheTimeout: chart.cache_timeout ?? undefined,
  certifiedBy: chart.certified_by ?? '',
  certificationDetails: chart.certification_details ?? '',
})

function bodyOf(properties: ChartProperties) {
  const certifiedBy = properties.certifiedBy.trim() || null
  return {
    slice_name: properties.name.trim(),
    description: properties.description.trim() === '' ? null : properties.description,
    owners: properties.owners.map(({ id }) => id),
    tags: properties.tags.map(({ id }) => id).toSorted((a, b) => a - b),
    cache_timeout: properties.cacheTimeout ?? null,
    certified_by: certifiedBy,
    certification_details: certifiedBy === null ? null : properties.certificationDetails.trim() || null,
  }
}

/** Returns a request body with the changed properties only; empty if nothing changed. */
export function chartChanges(before: ChartProperties, after: ChartProperties): Record<string, unknown> {
  const was: Readonly<Record<string, unknown>> = bodyOf(before)
  const isOther = ([key, value]: readonly [string, unknown]) => JSON.stringify(value) !== JSON.stringify(was[key])
  return Object.fromEntries(Object.entries(bodyOf(after)).filter(isOther))
}
