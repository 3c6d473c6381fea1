import { institutionAddress } from '../address.ts'
import type { Freshness, Institution } from '../api.ts'
import { usePage } from '../page-context.ts'
import { Headline } from '../parts/headline.tsx'
import { InstitutionNames } from '../parts/institution-names.tsx'
import { Empty, Shown, WrongAddress } from '../parts/states.tsx'
import { Scroll } from '../parts/scroll.tsx'
import { Link } from '../router.tsx'
import { TakeAlong } from '../parts/take-along.tsx'
import { readAddress } from '../read-address.ts'
import { useAsked } from '../use-asked.ts'
import { countOf, freshnessWords, hostOf, oneOfType, shortDay } from '../words.ts'

/** How fresh the figures of every institution are that is tracked, stale first. */
export function SourcesView() {
  const { api, place } = usePage()
  const asked = useAsked('', async (signal) => {
    const [freshness, institutions] = await Promise.all([
      api.listFreshness({}, { signal }),
      api.listInstitutions({}, { signal }),
    ])
    const known = new Set(institutions.rows.map(({ id }) => id))
    // Of those that are no longer tracked nothing is confirmed any more, and nothing is offered.
    const tracked = freshness.rows.filter(({ institution_id: id }) => known.has(id))
    return { freshness: staleFirst(tracked), institutions: institutions.rows }
  })
  return (
    <>
      <Headline
        kicker="How fresh every figure is"
        title="Sources"
        {...headlineOf(asked.value?.freshness)}
      />
      <WrongAddress wrong={readAddress(place.query).wrong()} />
      <Shown of={asked} rows={16}>
        {({ freshness, institutions }) =>
          institutions.length === 0 ? (
            <Empty title="No institution is registered yet.">
              They appear here once they are, with <code>ratebook register</code>.
            </Empty>
          ) : (
            <>
              {freshness.length > 0 && (
                <FreshnessTable freshness={freshness} institutions={institutions} />
              )}
              <TakeAlong path="freshness" />
              <Silent freshness={freshness} institutions={institutions} />
            </>
          )
        }
      </Shown>
    </>
  )
}

function staleFirst(freshness: readonly Freshness[]): readonly Freshness[] {
  return freshness.toSorted(
    (a, b) =>
      (a.is_stale === b.is_stale ? 0 : a.is_stale ? -1 : 1) ||
      b.days_since_verified - a.days_since_verified,
  )
}

function headlineOf(freshness: readonly Freshness[] | undefined) {
  const more =
    'An institution is stale once its standing rates have not been confirmed against its own site for longer than its threshold. Stale rates may be out of date.'
  if (freshness === undefined) return { says: 'How fresh the figures are', more }
  const stale = freshness.filter((record) => record.is_stale).length
  if (freshness.length === 0) return { says: 'Nothing has been published yet', more }
  const all = countOf(freshness.length, 'institution')
  if (freshness.length === 1)
    return { says: `The one institution is ${stale === 0 ? 'fresh' : 'stale'}`, more }
  const says =
    stale === 0
      ? `All ${all} are fresh`
      : stale === freshness.length
        ? `All ${all} are stale`
        : `${stale} of ${all} are stale`
  return { says, more }
}

type SourcesProps = {
  readonly freshness: readonly Freshness[]
  readonly institutions: readonly Institution[]
}

function FreshnessTable({ freshness, institutions }: SourcesProps) {
  const siteOf = (id: string): string | undefined =>
    institutions.find((institution) => institution.id === id)?.website
  return (
    <Scroll label="Freshness of every institution">
      <table class="sources">
        <caption class="unseen">
          Freshness of every institution that has published, stale first
        </caption>
        <thead>
          <tr>
            <th scope="col">Institution</th>
            <th scope="col">State</th>
            <th scope="col" class="roomy">
              Published
            </th>
            <th scope="col" class="roomy">
              Checked
            </th>
            <th scope="col" class="roomy">
              Confirmed
            </th>
            <th scope="col" class="number roomy">
              Threshold, days
            </th>
          </tr>
        </thead>
        <tbody>
          {freshness.map((record) => (
            <tr key={record.institution_id}>
              <th scope="row">
                <Link to={institutionAddress(record.institution_id)}>{record.name}</Link>
                <span class="under">
                  {oneOfType[record.type]}
                  <Site address={siteOf(record.institution_id)} />
                </span>
              </th>
              <td>
                <span class={record.is_stale ? 'stale' : 'fresh'}>
                  {freshnessWords(record.days_since_verified, record.is_stale)}
                </span>
              </td>
              <td class="date roomy">{shortDay(record.last_published_at)}</td>
              <td class="date roomy">{shortDay(record.last_checked_at)}</td>
              <td class="date roomy">{shortDay(record.last_verified_at)}</td>
              <td class="number roomy">{record.stale_after_days}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function Site({ address }: { readonly address: string | undefined }) {
  if (address === undefined) return null
  return <a href={address}>{hostOf(address)}</a>
}

/** Those that are tracked, and of which no rate sheet is known. */
function Silent({ freshness, institutions }: SourcesProps) {
  const known = new Set(freshness.map((record) => record.institution_id))
  const silent = institutions.filter(({ id }) => !known.has(id))
  if (silent.length === 0) return null
  return (
    <section>
      <h2>No rate sheet yet</h2>
      <p>
        {countOf(silent.length, 'institution')} tracked, of which no rate sheet has been published.
      </p>
      <InstitutionNames of={silent} />
    </section>
  )
}
