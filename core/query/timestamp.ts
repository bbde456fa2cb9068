/** The name clients use for the bucketed time column. */
export const TIMESTAMP = '__timestamp'
