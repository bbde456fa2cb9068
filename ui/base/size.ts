/** Heights of controls: 24, 28 and 32 px; 44 px on narrow screens. */
export type Size = 'sm' | 'md' | 'lg'
