/** Days for which deleted entities stay in the bin. */
export const BIN_DAYS = 30
