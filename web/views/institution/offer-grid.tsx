import { payouts, type Variant } from '../../../src/domain/offer.ts'
import type { EvidenceRow, OfferRow } from '../../api/api.ts'
import { useMessages } from '../../app/app-context.ts'
import { capitalize, compareTenures, tenuresKeyOf } from '../../rates/format.ts'
import { decimalPlaces, hasMinimum } from '../../parts/figures.tsx'
import { ScrollRegion } from '../../parts/tables.tsx'
import type { FindEvidence } from '../../api/background.ts'
import { minimumText, tenureText } from '../../parts/offer-texts.ts'
import { groupBy } from '../../rates/group-by.ts'
import { EvidenceMarks } from '../../parts/marks.tsx'
import { figureInWords, ReceiptLink } from '../../parts/receipt-link.tsx'

type OfferGridProps = {
  readonly variant: Variant
  readonly offers: readonly OfferRow[]
  readonly sources: readonly OfferSource[]
  readonly evidenceOf: FindEvidence
  /** Whether each figure says what proves it. A note below the grids says so if it is the same for all. */
  readonly hasMarks: boolean
}

/** The offers for one variant: tenures and ranges by payouts. */
export function OfferGrid({ variant, offers, sources, evidenceOf, hasMarks }: OfferGridProps) {
  const { institution, words, filters } = useMessages()
  const { offers: texts } = institution
  const columns = payouts.filter((payout) => offers.some((offer) => offer.payout_type === payout))
  const rows = [...groupBy(offers.toSorted(compareTenures), tenuresKeyOf)]
  const places = decimalPlaces(offers.map((offer) => offer.rate_pa))
  const usualMinimum = usualMinimumOf(offers)
  return (
    <ScrollRegion label={texts.region({ variant: words.variants[variant] })}>
      <table class="grid">
        <caption>
          {texts.caption({ variant: words.variants[variant] })}
          {hasMinimum(usualMinimum) && (
            <span>{texts.unlessNoted({ minimum: minimumText(usualMinimum, words) })}</span>
          )}
        </caption>
        <thead>
          <tr>
            <th scope="col">{filters.tenure}</th>
            {columns.map((payout) => (
              <th key={payout} scope="col" class="number">
                {capitalize(words.payouts[payout])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, ofTenure]) => (
            <tr key={key}>
              <th scope="row">{tenureText(ofTenure[0], words)}</th>
              {columns.map((payout) => (
                <td key={payout} class="number">
                  {ofTenure
                    .filter((offer) => offer.payout_type === payout)
                    .map((offer) => (
                      <OfferCell
                        key={offer.min_deposit}
                        offer={offer}
                        places={places}
                        usualMinimum={usualMinimum}
                        sources={sources}
                        evidence={evidenceOf(offer)}
                        hasMark={hasMarks}
                      />
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** The most frequent minimum deposit. The caption shows it, and cells show only other ones. */
function usualMinimumOf(offers: readonly OfferRow[]): string {
  const byMinimum = [...groupBy(offers, (offer) => offer.min_deposit)]
  return byMinimum.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? ''
}

/** Where and when some offers were read, and the letter that marks them. */
export type OfferSource = {
  readonly letter: string
  readonly address: string
  readonly at: string
}

type OfferCellProps = {
  readonly offer: OfferRow
  /** The decimal places of the grid. */
  readonly places: number
  readonly usualMinimum: string
  readonly sources: readonly OfferSource[]
  readonly evidence: EvidenceRow | undefined
  readonly hasMark: boolean
}

/** A rate with a link to its receipt, what proves it and, if it is unusual, its minimum deposit. */
function OfferCell(props: OfferCellProps) {
  const { offer, places, usualMinimum, sources, evidence, hasMark } = props
  const messages = useMessages()
  const source = sources.find(
    ({ at, address }) => at === offer.scraped_at && address === offer.source_url,
  )
  const isCorrected = evidence !== undefined && evidence.correction_id !== null
  const name = figureInWords(offer.rate_pa, offer.institution_name, offer, messages)
  return (
    <span class="cell">
      <ReceiptLink
        figure={offer}
        evidence={evidence}
        rate={offer.rate_pa}
        institutionName={offer.institution_name}
        places={places}
      />
      {sources.length > 1 && <sup>{source?.letter}</sup>}
      {offer.min_deposit !== usualMinimum && (
        <small>{minimumText(offer.min_deposit, messages.words)}</small>
      )}
      {(hasMark || isCorrected) && (
        <small>
          <EvidenceMarks evidence={evidence} figure={name} />
        </small>
      )}
    </span>
  )
}
