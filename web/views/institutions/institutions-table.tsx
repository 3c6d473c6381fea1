import type { InstitutionType } from '../../../src/domain/institution.ts'
import type { EvidenceRow } from '../../api/api.ts'
import { useMessages } from '../../app/app-context.ts'
import type { Background, ByFreshness } from '../../api/background.ts'
import { EvidenceMarks, StaleMark } from '../../parts/marks.tsx'
import { decimalPlaces } from '../../parts/figures.tsx'
import { olderTitle, RowsByFreshness, useGrowingRows, TableHead } from '../../parts/tables.tsx'
import { InstitutionName } from '../../parts/institution-names.tsx'
import { offerText } from '../../parts/offer-texts.ts'
import { figureInWords, OfferReceipt } from '../../parts/receipt-link.tsx'
import { SafetyFacts } from '../../parts/safety.tsx'

type InstitutionsTableProps = {
  readonly type: InstitutionType
  /** The best offer of each institution, highest rate first. */
  readonly offers: ByFreshness<EvidenceRow>
  readonly background: Background
}

/** The institutions of one type, each with its best rate. */
export function InstitutionsTable({ type, offers, background }: InstitutionsTableProps) {
  const messages = useMessages()
  const { institutions, market, words } = messages
  const all = [...offers.counted, ...offers.older]
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
        <TableHead heads={[[market.institution], [market.percentAYear, 'number']]} />
        <RowsByFreshness
          olderTitle={olderTitle(offers.older, messages)}
          rows={offers}
          shown={shown}
          columns={2}
        >
          {row}
        </RowsByFreshness>
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
          <SafetyFacts institution={institution} background={background} offer={offer} />
          <StaleMark confirmation={offer} />
          <EvidenceMarks evidence={offer} figure={figureInWords(rate_pa, name, offer, messages)} />
        </span>
      </th>
      <td class="number">
        <OfferReceipt offer={offer} institutionName={name} places={places} />
      </td>
    </tr>
  )
}
