import { useMessages } from '../../app/app-context.ts'
import type { Background, ByFreshness } from '../../api/background.ts'
import { CorrectionMark, StaleMark } from '../../parts/marks.tsx'
import { decimalPlaces, formatRate, hasMinimum } from '../../parts/figures.tsx'
import { OlderRows, useGrowingRows } from '../../parts/tables.tsx'
import { InstitutionName } from '../../parts/institution-names.tsx'
import { minimumText } from '../../parts/offer-texts.ts'
import { figureInWords, ReceiptLink } from '../../parts/receipt-link.tsx'
import { SafetyFacts } from '../../parts/safety.tsx'
import type { MarketOffer } from '../../rates/best-offers.ts'

type RankingProps = {
  /** The headline offers, highest rate first. */
  readonly offers: ByFreshness<MarketOffer>
  readonly background: Background
}

/** Headline offers for one set of terms, highest rate first. Equal rates share a rank; older rates have none. */
export function Ranking({ offers: { counted, older }, ...rest }: RankingProps) {
  const { market } = useMessages()
  const places = decimalPlaces([...counted, ...older].map((offer) => offer.rate_pa))
  const ranked = withRanks(counted)
  const unranked = older.map((offer) => ({ offer, rank: '' }))
  const { shown, more } = useGrowingRows([...ranked, ...unranked])
  const row = ({ offer, rank }: RankedOffer) => (
    <RankingRow key={offer.institution_id} offer={offer} rank={rank} places={places} {...rest} />
  )
  return (
    <>
      <table class="ranking">
        <caption class="visually-hidden">{market.rankingCaption}</caption>
        <thead>
          <tr>
            <th scope="col" class="rank">
              <span class="visually-hidden">{market.rank}</span>
            </th>
            <th scope="col">{market.institution}</th>
            <th scope="col" class="number">
              {market.percentAYear}
            </th>
          </tr>
        </thead>
        <tbody>{shown.slice(0, counted.length).map(row)}</tbody>
        {shown.length > counted.length && (
          <OlderRows count={older.length} columns={3}>
            {shown.slice(counted.length).map(row)}
          </OlderRows>
        )}
      </table>
      {more}
    </>
  )
}

type RankedOffer = { readonly offer: MarketOffer; readonly rank: string }

/** The rank stands at the first of several equal rates. */
function withRanks(offers: readonly MarketOffer[]): readonly RankedOffer[] {
  let last = ''
  return offers.map((offer, index) => {
    const rate = formatRate(offer.rate_pa)
    const rank = rate === last ? '' : String(index + 1)
    last = rate
    return { offer, rank }
  })
}

type RankingRowProps = Omit<RankingProps, 'offers'> & RankedOffer & { readonly places: number }

function RankingRow({ offer, rank, places, background }: RankingRowProps) {
  const messages = useMessages()
  const { institution_id: id, institution_name: name, rate_pa, min_deposit } = offer
  return (
    <tr>
      <td class="rank">{rank}</td>
      <th scope="row">
        <InstitutionName id={id} name={name} />
        <span class="details">
          <SafetyFacts institution={background.institutions.get(id)} />
          {hasMinimum(min_deposit) && <span>{minimumText(min_deposit, messages.words)}</span>}
          <StaleMark confirmation={offer} />
          {offer.correction_id !== null && (
            <CorrectionMark
              institutionId={id}
              figure={figureInWords(rate_pa, name, offer, messages)}
            />
          )}
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
