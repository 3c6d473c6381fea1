/** A headline offer as SQLite gives it; rates are doubles here, exact enough for two places. */
export type SummaryRow = {
  readonly institution_type: string
  readonly variant: string
  readonly tenure: number
  readonly payout: string
  readonly rate: number
}

const types = ['bank', 'nbfi']
const variants = ['general', 'senior_citizen', 'women', 'digital', 'minor']
const payouts = ['maturity', 'monthly', 'quarterly', 'annual']

/** The groups of `/summary`: SQLite has no median. */
export function summaryOf(rows: readonly SummaryRow[]): object[] {
  const groups = Map.groupBy(
    rows,
    ({ institution_type: type, variant, tenure, payout }) =>
      ((types.indexOf(type) * 5 + variants.indexOf(variant)) * 1e6 + tenure * 100) * 4 +
      payouts.indexOf(payout),
  )
  return [...groups].toSorted(([a], [b]) => a - b).map(([, group]) => figuresOf(group))
}

function figuresOf(group: readonly SummaryRow[]): object {
  const [first] = group
  const thousandths = group.map(({ rate }) => Math.round(rate * 1000)).toSorted((a, b) => a - b)
  const count = thousandths.length
  const middle = ((thousandths[(count - 1) >> 1] ?? 0) + (thousandths[count >> 1] ?? 0)) / 2
  const mean = thousandths.reduce((sum, rate) => sum + rate, 0) / count
  const text = (value: number) => (Math.round(value) / 1000).toFixed(3)
  return {
    institution_type: first?.institution_type,
    product_variant: first?.variant,
    tenure_months: first?.tenure.toFixed(2),
    payout_type: first?.payout,
    institution_count: count,
    min_rate_pa: text(thousandths[0] ?? 0),
    median_rate_pa: text(middle),
    max_rate_pa: text(thousandths.at(-1) ?? 0),
    avg_rate_pa: text(mean),
  }
}
