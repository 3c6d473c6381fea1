import { hostOf } from '../../../src/domain/institution.ts'
import { payouts, variants, type Variant } from '../../../src/domain/offer.ts'
import type { EvidenceRow, InstitutionRow, OfferRow } from '../../api/api.ts'
import { indexEvidence, type FindEvidence } from '../../api/background.ts'
import { useMessages } from '../../app/app-context.ts'
import type { Messages } from '../../messages/messages.ts'
import { decimalPlaces, hasMinimum } from '../../parts/figures.tsx'
import { EvidenceMarks } from '../../parts/marks.tsx'
import { minimumText, tenureText } from '../../parts/offer-texts.ts'
import { figureInWords, ReceiptLink } from '../../parts/receipt-link.tsx'
import { ScrollRegion } from '../../parts/tables.tsx'
import { capitalize, compareTenures, tenuresKeyOf } from '../../rates/format.ts'
import { groupBy } from '../../rates/group-by.ts'
import { exportTable, type ExportTable } from '../../take-along/export-table.ts'
import { Part } from '../../take-along/part.tsx'

type OfferGridsProps = {
  readonly institution: InstitutionRow
  readonly offers: readonly OfferRow[]
  readonly evidence: readonly EvidenceRow[]
}

/** The offers of an institution: a grid for each variant, and below them where and when the rates were read. */
export function OfferGrids({ institution, offers, evidence }: OfferGridsProps) {
  const messages = useMessages()
  const { offers: texts } = messages.institution
  const sources = sourcesOf(offers)
  const evidenceOf = indexEvidence(evidence)
  const isAllTyped = evidence.length > 0 && evidence.every((row) => row.by_hand)
  return (
    <section>
      <h2>{texts.heading}</h2>
      <Part
        id="offers"
        title={texts.title({ name: institution.name })}
        table={offersExport(offers, evidenceOf, messages)}
      >
        <div class="grids">
          {variants
            .filter((variant) => offers.some((offer) => offer.product_variant === variant))
            .map((variant) => (
              <OfferGrid
                key={variant}
                variant={variant}
                offers={offers.filter((offer) => offer.product_variant === variant)}
                sources={sources}
                evidenceOf={evidenceOf}
                hasMarks={!isAllTyped}
              />
            ))}
        </div>
        <ul class="notes">
          {sources.map((source) => (
            <SourceNote key={source.letter} source={source} isOnly={sources.length === 1} />
          ))}
          {isAllTyped && <li>{texts.allTyped}</li>}
        </ul>
      </Part>
    </section>
  )
}

type SourceNoteProps = { readonly source: OfferSource; readonly isOnly: boolean }

function SourceNote({ source: { letter, address, at }, isOnly }: SourceNoteProps) {
  const { institution, words } = useMessages()
  return (
    <li>
      {!isOnly && <sup>{letter}</sup>}{' '}
      {institution.offers.readOn({
        day: words.day(at),
        source: <a href={address}>{hostOf(address)}</a>,
      })}
    </li>
  )
}

function sourcesOf(offers: readonly OfferRow[]): readonly OfferSource[] {
  const keys = new Set(offers.map((offer) => `${offer.scraped_at} ${offer.source_url}`))
  return [...keys].map((key, index) => ({
    letter: String.fromCodePoint(97 + index),
    at: key.slice(0, key.indexOf(' ')),
    address: key.slice(key.indexOf(' ') + 1),
  }))
}

/** The offers of an institution, with their sources and what proves them. */
function offersExport(
  offers: readonly OfferRow[],
  evidenceOf: FindEvidence,
  messages: Messages,
): ExportTable {
  const { market, words } = messages
  const rows = offers.map((offer) => ({ offer, evidence: evidenceOf(offer) }))
  return exportTable<(typeof rows)[number]>(
    [
      ['institutionId', ({ offer }) => offer.institution_id],
      ['institution', ({ offer }) => offer.institution_name],
      ['variant', ({ offer }) => words.variants[offer.product_variant]],
      ['tenure', ({ offer }) => offer.tenure_months],
      ['tenureTo', ({ offer }) => offer.tenure_to_months],
      ['payout', ({ offer }) => words.payouts[offer.payout_type]],
      ['minimum', ({ offer }) => offer.min_deposit],
      ['rate', ({ offer }) => offer.rate_pa],
      ['readAt', ({ offer }) => offer.scraped_at],
      ['sourcePage', ({ offer }) => offer.source_url],
      ['confirmedAt', ({ evidence }) => evidence?.last_verified_at],
      ['isStale', ({ evidence }) => evidence && (evidence.is_stale ? words.yes : words.no)],
      ['evidence', ({ evidence }) => evidence && (evidence.by_hand ? market.typed : market.page)],
      ['receipt', ({ evidence }) => evidence?.id],
    ],
    () => rows,
    messages,
  )
}

type OfferGridProps = {
  readonly variant: Variant
  readonly offers: readonly OfferRow[]
  readonly sources: readonly OfferSource[]
  readonly evidenceOf: FindEvidence
  /** Whether each figure says what proves it. A note below the grids says so if it is the same for all. */
  readonly hasMarks: boolean
}

/** The offers for one variant: tenures and ranges by payouts. */
function OfferGrid({ variant, offers, sources, evidenceOf, hasMarks }: OfferGridProps) {
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
type OfferSource = {
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
