/** The label of the column that tells rows of different groupings apart: see `grouping_sets` of a question. */
export const GROUPING = '__grouping'
