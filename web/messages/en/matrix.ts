/** The sentences of the views of all rates and of the comparison. */
export const matrix = {}
