/** What a colour says; never which colour it is. */
export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'danger'
