/** The sentences of the view of what a deposit brings. */
export const deposit = {}
