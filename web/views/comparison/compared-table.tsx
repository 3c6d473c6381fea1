import { canonicalDecimal } from '../../../src/domain/decimal.ts'
import type { Terms } from '../../../src/domain/offer.ts'
import type { EvidenceRow, InstitutionRow } from '../../api/api.ts'
import type { Background } from '../../api/background.ts'
import { useApp, useMessages } from '../../app/app-context.ts'
import { decimalPlaces, hasMinimum, Figure } from '../../parts/figures.tsx'
import { InstitutionName } from '../../parts/institution-names.tsx'
import { InsuranceNote } from '../../parts/insurance.tsx'
import { LastConfirmed, OfferCorrection, StaleMark } from '../../parts/marks.tsx'
import { minimumText, tenureText } from '../../parts/offer-texts.ts'
import { OfferReceipt } from '../../parts/receipt-link.tsx'
import { SafetyFacts } from '../../parts/safety.tsx'
import { ScrollRegion, TableHead } from '../../parts/tables.tsx'
import { annualRateOf } from '../../rates/format.ts'
import { offerOf, ratesOf, type MatrixRow } from '../../rates/matrix-rows.ts'
import { ratesExport } from '../../rates/rates-export.ts'
import { Part } from '../../take-along/part.tsx'

type ComparedTableProps = {
  readonly institutions: readonly InstitutionRow[]
  readonly terms: Terms
  readonly rows: readonly MatrixRow[]
  readonly background: Background
}

/** The current offer of each institution on the terms of the view, with its licence, rating and last confirmation. */
export function ComparedTable({ institutions, terms, rows, background }: ComparedTableProps) {
  const { asOf, messages } = useApp()
  const { matrix, words } = messages
  const column = canonicalDecimal(terms.tenure)
  const cells = rows
    .filter((row) => institutions.some(({ id }) => id === row.institution_id))
    .flatMap((row) => row.cells.get(column) ?? [])
  const names = institutions.map(({ name }) => name).join(', ')
  return (
    <section>
      <h2>{asOf === undefined ? matrix.rates : matrix.ratesOn({ day: words.day(asOf.at) })}</h2>
      <Part
        id="compared"
        title={matrix.comparedTitle({ terms: words.terms(terms), names })}
        table={
          cells.length === 0
            ? undefined
            : ratesExport(ratesOf(cells, terms.tenure), [], background, messages)
        }
      >
        <ScrollRegion label={matrix.nowCaption}>
          <table class="compared">
            <caption class="visually-hidden">{matrix.nowCaption}</caption>
            <TableHead
              heads={[
                [matrix.institution],
                [matrix.rate, 'number'],
                [matrix.aer, 'number'],
                [matrix.minimum, 'number wide-only'],
                [matrix.confirmed, 'wide-only'],
              ]}
            />
            <tbody>
              {institutions.map((institution) => (
                <ComparedRow
                  key={institution.id}
                  institution={institution}
                  terms={terms}
                  offer={offerOf(rows, institution.id, terms.tenure)}
                  places={decimalPlaces(cells.map(({ offer }) => offer.rate_pa))}
                  background={background}
                />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
        <InsuranceNote {...background} />
      </Part>
    </section>
  )
}

type ComparedRowProps = {
  readonly institution: InstitutionRow
  /** The terms that the reader asks for. */
  readonly terms: Terms
  readonly offer: EvidenceRow | undefined
  readonly places: number
  readonly background: Background
}

function ComparedRow({ institution, terms, offer, places, background }: ComparedRowProps) {
  const messages = useMessages()
  const { matrix, words } = messages
  const { id, name } = institution
  return (
    <tr>
      <th scope="row">
        <InstitutionName id={id} name={name} />
        <span class="details">
          <SafetyFacts institution={institution} background={background} offer={offer} />
          {offer !== undefined && (
            <>
              {terms.variant !== 'general' && <span>{words.openTo(offer.product_variant)}</span>}
              {offer.tenure_to_months !== null && <span>{tenureText(offer, words)}</span>}
              {hasMinimum(offer.min_deposit) && (
                <span class="narrow-only">{minimumText(offer.min_deposit, words)}</span>
              )}
              {offer.is_stale && (
                <span class="narrow-only">
                  <StaleMark confirmation={offer} />
                </span>
              )}
              <OfferCorrection offer={offer} institutionName={name} />
            </>
          )}
        </span>
      </th>
      {offer === undefined ? (
        <td class="number" colSpan={3}>
          {matrix.notOffered}
        </td>
      ) : (
        <>
          <td class="number strong">
            <OfferReceipt offer={offer} institutionName={name} places={places} />
          </td>
          <td class="number">
            <Figure value={annualRateOf(offer, terms.tenure)} />
          </td>
          <td class="number wide-only">
            {hasMinimum(offer.min_deposit) ? words.money.amount(offer.min_deposit) : '–'}
          </td>
        </>
      )}
      <td class="date wide-only">
        <LastConfirmed confirmation={offer} />
      </td>
    </tr>
  )
}
