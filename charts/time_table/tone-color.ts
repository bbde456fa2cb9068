/**
 * Returns the CSS color of a tone: from the danger color through gray to the accent color. Red and blue are
 * distinguishable with red-green color blindness, and all three are readable as text in both themes.
 */
export function toneColor(tone: number): string {
  const end = tone < 0 ? 'var(--danger)' : 'var(--accent)'
  return `color-mix(in srgb, ${end} ${Math.round(Math.abs(tone) * 100)}%, var(--text-muted))`
}
