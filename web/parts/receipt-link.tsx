import type { EvidenceRow } from '../api/api.ts'
import { useMessages } from '../app/app-context.ts'
import { Link } from '../app/router.tsx'
import { receiptPath, receiptSearchPath, type ShownFigure } from '../app/routes.ts'
import type { Messages } from '../messages/messages.ts'
import { formatRate, hasMinimum, Figure } from './figures.tsx'
import { minimumText, tenureText } from './offer-texts.ts'

type ReceiptLinkProps = {
  readonly figure: ShownFigure
  /** The evidence of the figure, where the view has it. Without it, the link searches for the receipt. */
  readonly evidence?: EvidenceRow | undefined
  /** The rate to show. */
  readonly rate: string
  readonly institutionName: string
  /** The decimal places of the column. */
  readonly places?: number
}

/** A rate that leads to its receipt. */
export function ReceiptLink(props: ReceiptLinkProps) {
  const { figure, evidence, rate, institutionName, places } = props
  const messages = useMessages()
  const path = evidence === undefined ? receiptSearchPath(figure) : receiptPath(evidence.id)
  const name = figureInWords(rate, institutionName, figure, messages)
  return (
    <Link to={path} class="to-receipt" label={messages.market.receiptOf({ figure: name })}>
      <Figure value={rate} {...(places !== undefined && { places })} />
    </Link>
  )
}

type OfferReceiptProps = Pick<ReceiptLinkProps, 'institutionName' | 'places'> & {
  readonly offer: EvidenceRow
}

/** The rate of an offer, which leads to its receipt. */
export function OfferReceipt({ offer, ...rest }: OfferReceiptProps) {
  return <ReceiptLink figure={offer} evidence={offer} rate={offer.rate_pa} {...rest} />
}

/** `6.75 %, People's Bank, 1 month, at maturity, everyone, from 5,000` */
export function figureInWords(
  rate: string,
  institutionName: string,
  figure: ShownFigure,
  { words }: Messages,
): string {
  const { payout_type, product_variant, min_deposit = '' } = figure
  return [
    `${formatRate(rate)} %`,
    institutionName,
    tenureText(figure, words),
    words.payouts[payout_type],
    words.variants[product_variant],
    hasMinimum(min_deposit) ? minimumText(min_deposit, words) : [],
  ]
    .flat()
    .join(', ')
}
