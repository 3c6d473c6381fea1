import type { InstitutionRow } from '../api/api.ts'
import type { Background } from '../api/background.ts'
import { useMessages } from '../app/app-context.ts'
import { hostOf } from '../../src/domain/page-host.ts'
import { capitalize } from '../rates/format.ts'
import { OwnInsurance } from './insurance.tsx'

type SafetyFactsProps = {
  readonly institution: InstitutionRow | undefined
  readonly background: Pick<Background, 'insurance'>
}

/** The type, the credit rating, the site and an insurance of its own of an institution, below its name. Its view has the rest. */
export function SafetyFacts({ institution, background }: SafetyFactsProps) {
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
      <OwnInsurance institution={institution} insurance={background.insurance} />
    </>
  )
}
