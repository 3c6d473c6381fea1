import type { Payout } from '../../src/domain/offer.ts'
import { formulas } from '../../src/domain/yield.ts'

const explanationUrl = 'https://en.wikipedia.org/wiki/Effective_interest_rate'

/** The formulas behind the figures of the deposit view. */
export function Formulas({ payout }: { readonly payout: Payout }) {
  const isMaturity = payout === 'maturity'
  return (
    <section class="formulas">
      <h2>How this is computed</h2>
      <dl>
        <div>
          <dt>
            <a href={explanationUrl}>Annual effective rate</a>
          </dt>
          <dd>
            <code>{isMaturity ? formulas.maturity : formulas.periodic}</code>
            <span>{isMaturity ? 'paid once, at maturity' : 'paid m times a year'}</span>
          </dd>
        </div>
        <div>
          <dt>{isMaturity ? 'At maturity' : 'Each payout'}</dt>
          <dd>
            <code>{isMaturity ? formulas.maturityValue : formulas.income}</code>
            <span>exact, to the cent</span>
          </dd>
        </div>
      </dl>
      <p>
        <code>r</code> is the printed rate a year, <code>t</code> the tenure in years,{' '}
        <code>m</code> the payouts a year, <code>P</code> the amount. So 14.00 % for five years at
        maturity (AER 11.20 %) is less than 13.50 % for one (AER 13.50 %). Interest is simple, as
        institutions pay it; tax is not taken off, and a tenure that was printed in days counts as
        days × 12 / 365 months.
      </p>
    </section>
  )
}
