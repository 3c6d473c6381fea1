/** The sentences of the charts. */
export const charts = {}
