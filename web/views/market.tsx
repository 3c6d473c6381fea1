import { variants, payouts } from '../../src/domain/offer.ts'
import { sameDecimal, type Decimal } from '../../src/domain/decimal.ts'
import type { Comparison, Freshness, Group } from '../api.ts'
import { usePage } from '../page-context.ts'
import { Headline } from '../parts/headline.tsx'
import { Empty, Shown, Trouble, WrongAddress } from '../parts/states.tsx'
import { TermsControls } from '../parts/terms-controls.tsx'
import { readAddress } from '../read-address.ts'
import { useAsked } from '../use-asked.ts'
import { decimal, payoutWords, tenureWords, variantWords } from '../words.ts'
import { Figures } from './market-figures.tsx'
import { MarketHistory } from './market-history.tsx'
import { marketHeadline } from './market-headline.ts'
import { Ranking } from './ranking.tsx'

/** What the market is asked for. */
type Terms = { readonly variant: string; readonly tenure: Decimal; readonly payout: string }

/** The market for one set of terms: who pays what, the figures of the whole, and how it moved. */
export function MarketView() {
  const { api, place } = usePage()
  const reader = readAddress(place.query)
  const variant = reader.choice('variant', variants, 'general')
  const payout = reader.choice('payout', payouts, 'maturity')
  const tenure = reader.tenure('tenure')
  const [from, until] = [reader.day('from'), reader.day('until')]
  const groups = useAsked('', async (signal) => (await api.getSummary({}, { signal })).rows)
  const asked = useAsked(`${variant} ${payout} ${tenure}`, async (signal) => {
    const terms = { variant, payout_type: payout, tenure_months: tenure }
    const [offers, freshness] = await Promise.all([
      api.compareOffers(terms, { signal }),
      api.listFreshness({}, { signal }),
    ])
    return { offers: offers.rows, freshness: freshness.rows, terms: { variant, tenure, payout } }
  })
  const own = groups.value?.filter((group) => isOf(group, { variant, tenure, payout }))
  return (
    <>
      <Headline
        kicker={`${tenureWords(tenure)}, paid ${payoutWords[payout]}, for ${variantWords[variant]}`}
        {...marketHeadline(asked.value?.offers, own ?? [], tenure)}
        title="Market"
      />
      <TermsControls groups={groups.value} terms={{ variant, payout, tenure }} />
      {groups.trouble !== undefined && (
        <Trouble trouble={groups.trouble} again={groups.again} hasValue={false} />
      )}
      <WrongAddress wrong={reader.wrong()} />
      <Shown of={asked} rows={14}>
        {({ offers, freshness }) =>
          offers.length === 0 ? (
            <NoOffers hasAny={groups.value?.length !== 0} tenure={tenure} />
          ) : (
            <div class="columns">
              <section class="main">
                {own !== undefined && <Figures groups={own} offers={offers} />}
                <MarketHistory terms={{ variant, payout, tenure }} from={from} until={until} />
              </section>
              <Offers offers={offers} freshness={freshness} />
            </div>
          )
        }
      </Shown>
    </>
  )
}

function isOf(group: Group, { variant, tenure, payout }: Terms): boolean {
  return (
    group.product_variant === variant &&
    group.payout_type === payout &&
    sameDecimal(decimal(group.tenure_months), tenure)
  )
}

type OffersProps = {
  readonly offers: readonly Comparison[]
  readonly freshness: readonly Freshness[]
}

function Offers({ offers, freshness }: OffersProps) {
  return (
    <section class="side">
      <h2>Who pays what</h2>
      <Ranking offers={offers} freshness={freshness} />
    </section>
  )
}

function NoOffers({ hasAny, tenure }: { readonly hasAny: boolean; readonly tenure: Decimal }) {
  if (!hasAny) {
    return (
      <Empty title="The book has no offers yet.">
        They appear here once a rate sheet is published, with <code>ratebook publish</code>.
      </Empty>
    )
  }
  return (
    <Empty title={`Nobody offers ${tenureWords(tenure)} on these terms.`}>
      Choose another tenure, payout or saver above; the tenures in the list have offers.
    </Empty>
  )
}
