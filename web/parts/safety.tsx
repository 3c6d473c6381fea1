import type { InstitutionRow } from '../api/api.ts'
import type { Background } from '../api/background.ts'
import { useApp, useMessages } from '../app/app-context.ts'
import { capitalize, hostOf } from '../rates/format.ts'

/** The type, the credit rating and the site of an institution, below its name. Its view has the licence and the agency. */
export function SafetyFacts({ institution }: { readonly institution: InstitutionRow | undefined }) {
  const { words } = useMessages()
  if (institution === undefined) return null
  const { type, credit_rating: rating, website } = institution
  return (
    <>
      <span class={type}>{capitalize(words.typeNouns[type])}</span>
      {rating !== null && <span>{rating}</span>}
      <a class="site" href={website}>
        {hostOf(website)}
      </a>
    </>
  )
}

type InsuranceProps = Pick<Background, 'insuredAmount'>

/** Up to which amount a deposit is insured; nothing if the operator has not set it. */
export function InsuranceNote({ insuredAmount }: InsuranceProps) {
  const { market, words } = useMessages()
  if (insuredAmount === undefined) return null
  return (
    <p class="insurance">
      <span>{market.insured({ amount: words.money.withCurrency(insuredAmount) })}</span>{' '}
      <InsuredToday />
    </p>
  )
}

/** Says in a view of the past that the insured amount, a setting of the operator, is that of today. */
export function InsuredToday() {
  const { knownAt, messages } = useApp()
  return knownAt === '' ? null : <span>{messages.market.insuredToday}</span>
}
