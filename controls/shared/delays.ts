/** Milliseconds typing may pause before a form changes. */
export const FAST_DEBOUNCE = 250

/** Milliseconds a slow change waits. */
export const SLOW_DEBOUNCE = 500

/** Milliseconds the ends of a span wait. */
export const BOUNDS_DEBOUNCE = 300
