/** Milliseconds without typing before a form changes. */
export const FAST_DEBOUNCE = 250

/** Milliseconds before a slow change. */
export const SLOW_DEBOUNCE = 500

/** Milliseconds before a change of range limits. */
export const BOUNDS_DEBOUNCE = 300
