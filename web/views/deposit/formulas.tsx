import { canonicalDecimal, type Decimal } from '../../../src/domain/decimal.ts'
import type { Payout } from '../../../src/domain/offer.ts'
import { formulas } from '../../../src/domain/yield.ts'
import { useMessages } from '../../app/app-context.ts'

const explanationUrl = 'https://en.wikipedia.org/wiki/Effective_interest_rate'

type FormulasProps = {
  /** Empty for any. */
  readonly payout: Payout | ''
  /** The withholding tax in percent; `undefined` if the operator has not set it. */
  readonly tax: Decimal | undefined
}

/** The formulas behind the figures of the deposit view. */
export function Formulas({ payout, tax }: FormulasProps) {
  const { deposit } = useMessages()
  const showsMaturity = payout === '' || payout === 'maturity'
  const showsPeriodic = payout !== 'maturity'
  return (
    <section class="formulas">
      <h2>{deposit.formulas}</h2>
      <p>{deposit.explanation}</p>
      <dl>
        <div>
          <dt>
            <a href={explanationUrl}>{deposit.formulaOfYear}</a>
          </dt>
          {showsMaturity && <Formula code={formulas.maturity} note={deposit.paidOnce} />}
          {showsPeriodic && <Formula code={formulas.periodic} note={deposit.paidOften} />}
        </div>
        <div>
          <dt>{showsMaturity ? deposit.paidHeads[payout] : deposit.eachPayout}</dt>
          <Formula
            code={showsMaturity ? formulas.maturityValue : formulas.income}
            note={deposit.exact}
          />
        </div>
      </dl>
      <p>{deposit.symbols({ code: (text) => <code>{text}</code> })}</p>
      <p>
        {tax === undefined ? deposit.withoutTax : deposit.taxLine({ tax: canonicalDecimal(tax) })}
      </p>
    </section>
  )
}

function Formula({ code, note }: { readonly code: string; readonly note: string }) {
  return (
    <dd>
      <code>{code}</code>
      <span>{note}</span>
    </dd>
  )
}
