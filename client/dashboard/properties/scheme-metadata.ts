import { categoricalSchemes } from '#core/color/categorical.ts'
import type { Metadata } from '../state/info.ts'

/**
 * Returns the metadata after a color scheme change. Stored colors of the scheme are replaced with those of the new one,
 * and label colors frozen under the previous scheme are dropped. Colors pinned by hand stay.
 */
export function schemeMetadata(before: Metadata, after: Metadata): Metadata {
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
