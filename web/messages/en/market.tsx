/** The sentences of the market. */
export const market = {}
