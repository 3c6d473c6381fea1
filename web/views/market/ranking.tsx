import type { Background, CountedAndApart } from '../../api/background.ts'
import { useMessages } from '../../app/app-context.ts'
import { decimalPlaces, formatRate, hasMinimum } from '../../parts/figures.tsx'
import { InstitutionName } from '../../parts/institution-names.tsx'
import { OfferCorrection, StaleMark } from '../../parts/marks.tsx'
import { minimumText, tenureText } from '../../parts/offer-texts.ts'
import { OfferReceipt } from '../../parts/receipt-link.tsx'
import { SafetyFacts } from '../../parts/safety.tsx'
import { olderTitle, useGrowingRows, CountedAndApartRows, TableHead } from '../../parts/tables.tsx'
import type { MarketOffer } from '../../rates/best-offers.ts'

type RankingProps = {
  /** The headline offers, highest rate first. */
  readonly offers: CountedAndApart<MarketOffer>
  readonly background: Background
}

/** Headline offers for one set of terms, highest rate first. Equal rates share a rank; older rates have none. */
export function Ranking({ offers, ...rest }: RankingProps) {
  const messages = useMessages()
  const { market } = messages
  const ranked = {
    counted: withRanks(offers.counted),
    apart: offers.apart.map((offer) => ({ offer, rank: '' })),
  }
  const all = [...ranked.counted, ...ranked.apart]
  const { shown, more } = useGrowingRows(all)
  const places = decimalPlaces(all.map(({ offer }) => offer.rate_pa))
  const row = ({ offer, rank }: RankedOffer) => (
    <RankingRow key={offer.institution_id} offer={offer} rank={rank} places={places} {...rest} />
  )
  return (
    <>
      <table class="ranking">
        <caption class="visually-hidden">{market.rankingCaption}</caption>
        <TableHead
          heads={[
            [<span class="visually-hidden">{market.rank}</span>, 'rank'],
            [market.institution],
            [market.percentAYear, 'number'],
          ]}
        />
        <CountedAndApartRows
          apartTitle={olderTitle(offers.apart, messages)}
          rows={ranked}
          shown={shown}
          columns={3}
        >
          {row}
        </CountedAndApartRows>
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
  const { words } = useMessages()
  const { institution_id: id, institution_name: name, min_deposit } = offer
  return (
    <tr>
      <td class="rank">{rank}</td>
      <th scope="row">
        <InstitutionName id={id} name={name} />
        <span class="details">
          <SafetyFacts
            institution={background.institutions.get(id)}
            background={background}
            offer={offer}
          />
          {offer.tenure_to_months !== null && <span>{tenureText(offer, words)}</span>}
          {hasMinimum(min_deposit) && <span>{minimumText(min_deposit, words)}</span>}
          <StaleMark confirmation={offer} />
          <OfferCorrection offer={offer} institutionName={name} />
        </span>
      </th>
      <td class="number">
        <OfferReceipt offer={offer} institutionName={name} places={places} />
      </td>
    </tr>
  )
}
