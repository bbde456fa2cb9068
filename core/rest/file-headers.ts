/** Response header of data files: number of rows. */
export const FILE_ROWS_HEADER = 'x-facet-rows'
/** Response header of data files whose rows were truncated: the limit. */
export const FILE_CAPPED_HEADER = 'x-facet-capped'
