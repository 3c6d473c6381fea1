import { institutionTypes, type InstitutionType } from '../../src/domain/institution.ts'
import { institutionAddress } from '../address.ts'
import type { BestRate, Freshness, Institution } from '../api.ts'
import { usePage } from '../page-context.ts'
import { Figure, placesOf } from '../parts/figures.tsx'
import { Headline } from '../parts/headline.tsx'
import { InstitutionNames } from '../parts/institution-names.tsx'
import { StaleMark } from '../parts/stale-mark.tsx'
import { Empty, Shown, WrongAddress } from '../parts/states.tsx'
import { Link } from '../router.tsx'
import { readAddress } from '../read-address.ts'
import { useAsked } from '../use-asked.ts'
import { countOf, payoutWords, tenureWords, typeWords } from '../words.ts'

/** As many as the report has. */
const mostBest = 100

/** Every institution with the best of its offers: the way to each. */
export function InstitutionsView() {
  const { api, place } = usePage()
  const asked = useAsked('', async (signal) => {
    const [institutions, freshness, ...best] = await Promise.all([
      api.listInstitutions({}, { signal }),
      api.listFreshness({}, { signal }),
      ...institutionTypes.map((type) => api.listBestRates({ type, limit: mostBest }, { signal })),
    ])
    return {
      institutions: institutions.rows,
      freshness: freshness.rows,
      best: best.flatMap(({ rows }) => rows),
    }
  })
  const count = asked.value?.institutions.length
  return (
    <>
      <Headline
        kicker="Banks and finance companies"
        title="Institutions"
        says={
          count === undefined
            ? 'Every institution'
            : asked.value?.best.length === 0
              ? `${countOf(count, 'institution')}, and no offer yet`
              : `${countOf(count, 'institution')}, and what they pay at best`
        }
        more="The highest rate that each prints for anybody, whatever the tenure, the payout or the saver."
      />
      <WrongAddress wrong={readAddress(place.query).wrong()} />
      <Shown of={asked} rows={16}>
        {({ institutions, freshness, best }) =>
          institutions.length === 0 ? (
            <Empty title="No institution is registered yet.">
              They appear here once they are, with <code>ratebook register</code>.
            </Empty>
          ) : (
            <div class="halves">
              {institutionTypes.map((type) => (
                <List
                  key={type}
                  type={type}
                  institutions={institutions}
                  freshness={freshness}
                  best={best}
                />
              ))}
            </div>
          )
        }
      </Shown>
    </>
  )
}

type ListProps = {
  readonly type: InstitutionType
  readonly institutions: readonly Institution[]
  readonly freshness: readonly Freshness[]
  readonly best: readonly BestRate[]
}

function List({ type, institutions, freshness, best }: ListProps) {
  const own = best.filter((record) => record.type === type)
  const places = placesOf(own.map((record) => record.best_rate_pa))
  const others = institutions.filter(
    ({ id, type: its }) => its === type && own.every((record) => record.institution_id !== id),
  )
  return (
    <section>
      <h2>{typeWords[type]}</h2>
      {own.length > 0 && (
        <table>
          <caption class="unseen">{typeWords[type]} and the best rate of each</caption>
          <thead>
            <tr>
              <th scope="col">Institution</th>
              <th scope="col" class="number">
                % a year
              </th>
            </tr>
          </thead>
          <tbody>
            {own.map((record) => (
              <tr key={record.institution_id}>
                <th scope="row">
                  <Link to={institutionAddress(record.institution_id)}>{record.name}</Link>
                  <span class="under">
                    {tenureWords(record.best_tenure_months)}, {payoutWords[record.best_payout_type]}{' '}
                    <StaleMark of={record.institution_id} freshness={freshness} />
                  </span>
                </th>
                <td class="number">
                  <Figure value={record.best_rate_pa} places={places} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {others.length > 0 && (
        <>
          <h3>{own.length < mostBest ? 'Without an offer' : 'Others'}</h3>
          <InstitutionNames of={others} />
        </>
      )}
    </section>
  )
}
