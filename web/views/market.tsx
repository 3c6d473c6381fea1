import { hasTerms, keyOf, variants, payouts, type Terms } from '../../src/domain/offer.ts'
import type { Comparison, Freshness } from '../api.ts'
import { usePage } from '../page-context.ts'
import { Headline } from '../parts/headline.tsx'
import { NoOffers, Shown, WrongAddress } from '../parts/states.tsx'
import { TermsControls } from '../parts/terms-controls.tsx'
import { TakeAlong } from '../parts/take-along.tsx'
import { readAddress } from '../read-address.ts'
import { both, useAsked } from '../use-asked.ts'
import { tenureWords, termsOf, termsWords } from '../words.ts'
import { Figures } from './market-figures.tsx'
import { MarketHistory } from './market-history.tsx'
import { marketHeadline } from './market-headline.ts'
import { Ranking } from './ranking.tsx'

/** The market for one set of terms: who pays what, the figures of the whole, and how it moved. */
export function MarketView() {
  const { api, place } = usePage()
  const reader = readAddress(place.query)
  const terms: Terms = {
    variant: reader.choice('variant', variants, 'general'),
    tenure: reader.tenure('tenure'),
    payout: reader.choice('payout', payouts, 'maturity'),
  }
  const [from, until] = [reader.day('from'), reader.day('until')]
  const groups = useAsked('', async (signal) => (await api.getSummary({}, { signal })).rows)
  const asked = useAsked(keyOf(terms), async (signal) => {
    const { variant, payout: payout_type, tenure: tenure_months } = terms
    const [offers, freshness] = await Promise.all([
      api.compareOffers({ variant, payout_type, tenure_months }, { signal }),
      api.listFreshness({}, { signal }),
    ])
    return { offers: offers.rows, freshness: freshness.rows, terms }
  })
  // While other terms are asked for, and where they could not be had, the words are those of the figures that are shown.
  const shown = asked.value?.terms ?? terms
  const own = groups.value?.filter((group) => hasTerms(termsOf(group), shown))
  return (
    <>
      <Headline
        kicker={termsWords(shown)}
        {...marketHeadline(asked.value, own ?? [], shown.tenure)}
        title="Market"
      />
      <TermsControls groups={groups.value} terms={terms} />
      <WrongAddress wrong={reader.wrong()} />
      <Shown of={both(asked, groups)} rows={14}>
        {({ offers, freshness }) =>
          offers.length === 0 ? (
            <NoOffers hasAny={groups.value?.length !== 0} what={tenureWords(shown.tenure)} />
          ) : (
            <div class="columns">
              <section class="main">
                {own !== undefined && <Figures groups={own} offers={offers} />}
                <MarketHistory key={keyOf(shown)} terms={shown} from={from} until={until} />
              </section>
              <Offers offers={offers} freshness={freshness} terms={shown} />
            </div>
          )
        }
      </Shown>
    </>
  )
}

type OffersProps = {
  readonly offers: readonly Comparison[]
  readonly freshness: readonly Freshness[]
  readonly terms: Terms
}

function Offers({ offers, freshness, terms }: OffersProps) {
  const { variant, tenure: tenure_months, payout: payout_type } = terms
  return (
    <section class="side">
      <h2>Who pays what</h2>
      <Ranking offers={offers} freshness={freshness} />
      <TakeAlong path="compare" query={{ tenure_months, variant, payout_type }} />
    </section>
  )
}
