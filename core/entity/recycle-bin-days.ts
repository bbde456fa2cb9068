/** Days for which deleted entities stay in the bin. */
export const RECYCLE_BIN_DAYS = 30
