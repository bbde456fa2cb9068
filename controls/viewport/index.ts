import type { ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'

/** The view of a map: its center in degrees, zoom level, bearing and pitch, both in degrees. */
export interface Viewport {
  readonly longitude: number
  readonly latitude: number
  readonly zoom: number
  readonly bearing: number
  readonly pitch: number
}

/** The viewport of a new map. */
export const DEFAULT_VIEWPORT: Viewport = { longitude: 6.85, latitude: 31.22, zoom: 1, bearing: 0, pitch: 0 }

/** The parts of a viewport in display order, with their limits; below zoom 0 the world is less than 512 pixels wide. */
export const viewportParts = [
  { name: 'longitude', label: 'Longitude', min: -180, max: 180 },
  { name: 'latitude', label: 'Latitude', min: -90, max: 90 },
  { name: 'zoom', label: 'Zoom', min: -2, max: 24 },
  { name: 'bearing', label: 'Bearing', min: -180, max: 180 },
  { name: 'pitch', label: 'Pitch', min: 0, max: 60 },
] as const satisfies readonly { name: keyof Viewport; label: string; min: number; max: number }[]

/** A viewport; missing or out-of-range parts become their defaults. */
export const viewport: ControlType<Viewport> = {
  type: 'viewport',
  parse(raw) {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined
    const fields = raw as Readonly<Record<string, unknown>>
    const part = ({ name, min, max }: (typeof viewportParts)[number]) => {
      const number = fields[name]
      const isLegal = typeof number === 'number' && number >= min && number <= max
      return [name, isLegal ? number : DEFAULT_VIEWPORT[name]] as const
    }
    return { ...DEFAULT_VIEWPORT, ...Object.fromEntries(viewportParts.map(part)) }
  },
  check: (value, control) => validationMessages(value, control),
  examples: () => [{ longitude: 10, latitude: 50, zoom: 4, bearing: 30, pitch: 45 }],
}

/** Describes a viewport in one line: its center and zoom. */
export function viewportText({ longitude, latitude, zoom }: Viewport): string {
  return `${longitude}, ${latitude} · ${zoom}`
}
