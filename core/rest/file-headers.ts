/** Of an answer that is one file of data: how many rows it holds. */
export const FILE_ROWS_HEADER = 'x-facet-rows'
/** Of the same, only where its rows were cut: the limit that cut them. */
export const FILE_CAPPED_HEADER = 'x-facet-capped'
