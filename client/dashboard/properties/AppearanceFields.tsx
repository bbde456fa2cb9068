import { metadataIn, type Properties, withMetadata } from './properties.ts'
import { categoricalSchemes } from '#core/color/categorical.ts'
import { formatDuration } from '#core/format/duration.ts'
import { t } from '#core/text/t.ts'
import { Select } from '#ui/input/Select.tsx'
import { intervals, refreshSeconds } from '../state/refresh.ts'

interface Props {
  readonly properties: Properties
  readonly change: (properties: Properties) => void
}

/** Each chart keeps its own colors. */
const OWN = ''

/** Fields for single metadata keys; changes are written into the JSON text. */
export function AppearanceFields({ properties, change }: Props) {
  const metadata = metadataIn(properties)
  const schemeInMetadata = metadata?.['color_scheme']
  const scheme = typeof schemeInMetadata === 'string' ? schemeInMetadata : OWN
  const seconds = refreshSeconds(metadata ?? {})
  const schemes = categoricalSchemes.map(({ id, label }) => ({ value: id, label }))
  const unknown =
    schemes.some(({ value }) => value === scheme) || scheme === OWN ? [] : [{ value: scheme, label: scheme }]
  const every = [...new Set<number>([...intervals, seconds])].toSorted((a, b) => a - b)
  return (
    <>
      <Select<string>
        label={t('Color scheme')}
        description={t('One scheme for all charts: the same label has the same color everywhere')}
        isSearchable
        isDisabled={metadata === undefined}
        options={[{ value: OWN, label: t('That of each chart') }, ...unknown, ...schemes]}
        value={scheme}
        onChange={(next) => change(withMetadata(properties, 'color_scheme', next === OWN ? undefined : next))}
      />
      <Select<number>
        label={t('Auto-refresh')}
        isDisabled={metadata === undefined}
        options={every.map((each) => ({
          value: each,
          label: each === 0 ? t("Don't refresh") : t('Every %s', formatDuration(each * 1000)),
        }))}
        value={seconds}
        onChange={(next) => change(withMetadata(properties, 'refresh_frequency', next))}
      />
    </>
  )
}
