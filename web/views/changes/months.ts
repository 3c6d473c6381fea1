/** The first and the last day of a month. */
export type MonthDays = { readonly from: string; readonly until: string }

/** The UTC month of a time, and the one before. */
export function monthsUntil(now: Date): readonly [MonthDays, MonthDays] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return [monthDays(year, month), monthDays(year, month - 1)]
}

function monthDays(year: number, month: number): MonthDays {
  const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)
  return { from: dayText(Date.UTC(year, month, 1)), until: dayText(Date.UTC(year, month + 1, 0)) }
}
