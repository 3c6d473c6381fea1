/** The sentences of what readers take along. */
export const takeAlong = {}
