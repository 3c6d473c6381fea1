import { hostOf } from '../../src/domain/institution.ts'
import type { EvidenceRow, InstitutionRow } from '../api/api.ts'
import type { Background } from '../api/background.ts'
import { useMessages } from '../app/app-context.ts'
import { capitalize } from '../rates/format.ts'
import { OwnInsurance } from './insurance.tsx'

type SafetyFactsProps = {
  readonly institution: InstitutionRow | undefined
  readonly background: Pick<Background, 'insurance'>
  /** The offer of the row, if it has one. */
  readonly offer: Pick<EvidenceRow, 'source_url' | 'own_page'> | undefined
}

/**
 * The type, the credit rating and an insurance of its own of an institution, below its name, and a link to its site, or to the
 * page of another site that the offer was read on.
 */
export function SafetyFacts({ institution, background, offer }: SafetyFactsProps) {
  const { market, words } = useMessages()
  if (institution === undefined) return null
  const { type, credit_rating: rating, website } = institution
  return (
    <>
      <span class={type}>{capitalize(words.typeNouns[type])}</span>
      {rating !== null && <span>{rating}</span>}
      <span class="site">
        {offer === undefined || offer.own_page ? (
          <a href={website}>{hostOf(website)}</a>
        ) : (
          market.readOn({ host: <a href={offer.source_url}>{hostOf(offer.source_url)}</a> })
        )}
      </span>
      <OwnInsurance institution={institution} insurance={background.insurance} />
    </>
  )
}
