/** The label of the column that identifies the grouping of a row: see `grouping_sets` of a query. */
export const GROUPING = '__grouping'
