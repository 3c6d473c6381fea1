import { instantText } from '../../src/domain/instant.ts'
import { rateText, tenureText } from '../../src/http/schema/fields.ts'
import type { Market } from '../../src/market/market.ts'
import type { HistoryRecord } from '../../src/market/records.ts'
import type { FoundRows } from '../../src/query/page.ts'
import { recordsIn } from './found-rows.ts'

const movesOf = ({ tenure, previous, rate, direction, at }: HistoryRecord) => ({
  tenure_months: tenureText(tenure),
  prev_rate_pa: rateText(previous),
  new_rate_pa: rateText(rate),
  direction,
  changed_at: instantText(at),
})

/** The records of a page as the specification has them, each an object made for itself: slow, and obvious. */
export function slowHistoryText(found: FoundRows): string {
  return JSON.stringify(
    recordsIn(found).map((record) => ({
      institution_id: record.institutionId,
      ...movesOf(record),
    })),
  )
}

/** The same of the feed of changes, with the names that the institutions have in a market. */
export function slowChangesText({ institutions }: Market, found: FoundRows): string {
  return JSON.stringify(
    recordsIn(found).map((record) => {
      const institution = institutions.get(record.institutionId)?.institution
      const { tenure_months, ...rest } = movesOf(record)
      return {
        institution_id: record.institutionId,
        institution_name: institution?.name,
        institution_type: institution?.type,
        product_variant: record.variant,
        tenure_months,
        payout_type: record.payout,
        ...rest,
      }
    }),
  )
}
