/** The most days between two readings of a page that leave no doubt about the rates in between. */
export const longestGapDays = 31
