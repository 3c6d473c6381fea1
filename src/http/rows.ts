import { instantText } from '../domain/instant.ts'
import type { Market, RateRecord } from '../market/market.ts'
import type { WireRow } from './endpoint.ts'
import { depositText, rateText, tenureText } from './schema/fields.ts'

/** History records as rows of `/rates/history`. */
export function historyRows(records: readonly RateRecord[]): readonly WireRow[] {
  const changedAt = changedAtText()
  return records.map((record) => ({
    institution_id: record.series.institutionId,
    tenure_months: tenureText(record.series.terms.tenure),
    prev_rate_pa: rateText(record.previous),
    new_rate_pa: rateText(record.rate),
    direction: record.direction,
    changed_at: changedAt(record),
    min_deposit: depositText(record.minimumDeposit),
    prev_min_deposit: depositText(record.previousMinimumDeposit),
  }))
}

/** Raises and cuts as rows of `/rates/changes`, with the current name and type of each institution. */
export function changeRows(
  records: readonly RateRecord[],
  { institutions }: Market,
): readonly WireRow[] {
  const changedAt = changedAtText()
  return records.map((record) => {
    const { institutionId, terms } = record.series
    const institution = institutions.get(institutionId)?.institution
    if (institution === undefined) throw new Error(`${institutionId} is not registered.`)
    return {
      institution_id: institutionId,
      institution_name: institution.name,
      institution_type: institution.type,
      product_variant: terms.variant,
      tenure_months: tenureText(terms.tenure),
      payout_type: terms.payout,
      prev_rate_pa: rateText(record.previous),
      new_rate_pa: rateText(record.rate),
      direction: record.direction,
      changed_at: changedAt(record),
      min_deposit: depositText(record.minimumDeposit),
      prev_min_deposit: depositText(record.previousMinimumDeposit),
    }
  })
}

/** Formats the instant of a record. Neighbouring records often share an entry, and formatting is expensive. */
function changedAtText(): (record: RateRecord) => string {
  let lastEntry: RateRecord['entry'] | undefined
  let text = ''
  return ({ entry }) => {
    if (entry !== lastEntry) {
      lastEntry = entry
      text = instantText(entry.at)
    }
    return text
  }
}
