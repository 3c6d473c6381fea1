/** The sentences of receipts. */
export const receipt = {}
