/**
 * The colour of a tone as CSS: from the colour of danger over a grey to that of the accent. Red and blue are told apart
 * by people who do not tell red from green, and both ends and the grey are legible as text in both themes.
 */
export function toneColor(tone: number): string {
  const end = tone < 0 ? 'var(--danger)' : 'var(--accent)'
  return `color-mix(in srgb, ${end} ${Math.round(Math.abs(tone) * 100)}%, var(--text-muted))`
}
