/** The meaning of a color, independent of the color itself. */
export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'danger'
