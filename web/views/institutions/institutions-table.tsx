import type { InstitutionType } from '../../../src/domain/institution.ts'
import type { EvidenceRow } from '../../api/api.ts'
import { useMessages } from '../../app/app-context.ts'
import type { Background, ByFreshness } from '../../api/background.ts'
import { EvidenceMarks, StaleMark } from '../../parts/marks.tsx'
import { decimalPlaces } from '../../parts/figures.tsx'
import { OlderRows, useGrowingRows } from '../../parts/tables.tsx'
import { InstitutionName } from '../../parts/institution-names.tsx'
import { offerText } from '../../parts/offer-texts.ts'
import { figureInWords, ReceiptLink } from '../../parts/receipt-link.tsx'
import { SafetyFacts } from '../../parts/safety.tsx'

type InstitutionsTableProps = {
  readonly type: InstitutionType
  /** The best offer of each institution, highest rate first. */
  readonly offers: ByFreshness<EvidenceRow>
  readonly background: Background
}

/** The institutions of one type, each with its best rate. */
export function InstitutionsTable({ type, offers, background }: InstitutionsTableProps) {
  const { institutions, market, words } = useMessages()
  const { counted, older } = offers
  const all = [...counted, ...older]
  const { shown, more } = useGrowingRows(all)
  const places = decimalPlaces(all.map((offer) => offer.rate_pa))
  const row = (offer: EvidenceRow) => (
    <InstitutionsRow key={offer.id} offer={offer} places={places} background={background} />
  )
  return (
    <>
      <table class="ranking">
        <caption class="visually-hidden">
          {institutions.caption({ type: words.types[type] })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{market.institution}</th>
            <th scope="col" class="number">
              {market.percentAYear}
            </th>
          </tr>
        </thead>
        <tbody>{shown.slice(0, counted.length).map(row)}</tbody>
        {shown.length > counted.length && (
          <OlderRows count={older.length} columns={2}>
            {shown.slice(counted.length).map(row)}
          </OlderRows>
        )}
      </table>
      {more}
    </>
  )
}

type InstitutionsRowProps = {
  readonly offer: EvidenceRow
  readonly places: number
  readonly background: Background
}

function InstitutionsRow({ offer, places, background }: InstitutionsRowProps) {
  const messages = useMessages()
  const { institution_id: id, rate_pa } = offer
  const institution = background.institutions.get(id)
  const name = institution?.name ?? id
  return (
    <tr>
      <th scope="row">
        <InstitutionName id={id} name={name} />
        <span class="details">
          <span>{offerText(offer, messages.words)}</span>
          <SafetyFacts institution={institution} />
          <StaleMark confirmation={offer} />
          <EvidenceMarks evidence={offer} figure={figureInWords(rate_pa, name, offer, messages)} />
        </span>
      </th>
      <td class="number">
        <ReceiptLink
          figure={offer}
          evidence={offer}
          rate={rate_pa}
          institutionName={name}
          places={places}
        />
      </td>
    </tr>
  )
}
