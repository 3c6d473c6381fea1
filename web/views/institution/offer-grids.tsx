import { variants } from '../../../src/domain/offer.ts'
import type { EvidenceRow, InstitutionRow, OfferRow } from '../../api/api.ts'
import { useMessages } from '../../app/app-context.ts'
import { indexEvidence, type FindEvidence } from '../../api/background.ts'
import { hostOf } from '../../../src/domain/institution.ts'
import { Part } from '../../take-along/part.tsx'
import { OfferGrid, type OfferSource } from './offer-grid.tsx'
import type { Messages } from '../../messages/messages.ts'
import { exportTable, type ExportTable } from '../../take-along/export-table.ts'

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
