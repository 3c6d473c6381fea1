/** The sentences of the view of freshness. */
export const sources = {}
