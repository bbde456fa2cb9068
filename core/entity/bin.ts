/** Days for which what was deleted lies in the bin. */
export const BIN_DAYS = 30
