/** The place of a tenure on an axis of months. Only the coordinates of charts are binary numbers. */
export function monthsOf(tenure: string): number {
  return Number(tenure)
}
