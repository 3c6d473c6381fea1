import { parseDecimal, sameDecimal } from '../../../src/domain/decimal.ts'
import type { EvidenceRow } from '../../api/api.ts'

/** The terms, minimum deposit and rate of a figure; what is absent or empty matches everything. */
type WantedFigure = {
  readonly [
    Name in 'product_variant' | 'tenure_months' | 'payout_type' | 'min_deposit' | 'rate_pa'
  ]?: string
}

/** Whether a row of `/evidence` is a figure that a view or an address names. */
export function isFigure(row: EvidenceRow, wanted: WantedFigure): boolean {
  return (
    isText(row.product_variant, wanted.product_variant) &&
    isText(row.payout_type, wanted.payout_type) &&
    isDecimal(row.tenure_months, wanted.tenure_months) &&
    isDecimal(row.min_deposit, wanted.min_deposit) &&
    isDecimal(row.rate_pa, wanted.rate_pa)
  )
}

function isText(text: string, wanted = ''): boolean {
  return wanted === '' || text === wanted
}

function isDecimal(text: string, wanted = ''): boolean {
  if (wanted === '') return true
  const [a, b] = [parseDecimal(text), parseDecimal(wanted)]
  return a !== undefined && b !== undefined && sameDecimal(a, b)
}
