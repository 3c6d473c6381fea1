import { formatTenure, payoutLabels, variantLabels } from '../format.ts'
import { receiptSearchPath, type ShownFigure } from '../receipt-path.ts'
import { Link } from '../router.tsx'
import { Figure, formatMinimum, formatRate, hasMinimum } from './figures.tsx'

type ReceiptLinkProps = {
  readonly figure: ShownFigure
  /** The rate to show. */
  readonly rate: string
  readonly institutionName: string
  /** The decimal places of the column. */
  readonly places?: number
}

/** A rate that leads to its receipt. */
export function ReceiptLink({ figure, rate, institutionName, places }: ReceiptLinkProps) {
  const { tenure_months, payout_type, product_variant, min_deposit = '' } = figure
  const terms = [
    formatTenure(tenure_months),
    payoutLabels[payout_type],
    product_variant === undefined ? [] : variantLabels[product_variant],
    hasMinimum(min_deposit) ? formatMinimum(min_deposit) : [],
  ].flat()
  const name = `${formatRate(rate)} %, ${institutionName}, ${terms.join(', ')}: receipt`
  return (
    <Link to={receiptSearchPath(figure)} class="to-receipt" label={name}>
      <Figure value={rate} {...(places !== undefined && { places })} />
    </Link>
  )
}
