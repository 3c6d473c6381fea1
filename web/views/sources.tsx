import type { FreshnessRow, InstitutionRow, SourceRow } from '../api.ts'
import { useApp } from '../app-context.ts'
import { formatCount, formatFreshness, formatShortDay, hostOf, typeNouns } from '../format.ts'
import { ExportLinks } from '../parts/export-links.tsx'
import { ViewHeader } from '../parts/view-header.tsx'
import { InstitutionNames } from '../parts/institution-names.tsx'
import { ScrollRegion } from '../parts/scroll-region.tsx'
import { EmptyState, QueryErrors, RequestResult } from '../parts/states.tsx'
import { useQueryReader } from '../query-reader.ts'
import { Link } from '../router.tsx'
import { institutionPath } from '../routes.ts'
import { useRequest } from '../use-request.ts'
import { CollectionState } from './collection-state.tsx'

/** The view of how fresh the rates of every tracked institution are. */
export function SourcesView() {
  const { client } = useApp()
  const request = useRequest('', async (signal) => {
    const [freshness, institutions, sources] = await Promise.all([
      client.listFreshness({}, { signal }),
      client.listInstitutions({}, { signal }),
      client.listSources({}, { signal }),
    ])
    const trackedIds = new Set(institutions.rows.map(({ id }) => id))
    // Nobody confirms the rates of an institution that is no longer tracked, so it would stay stale for ever.
    const tracked = freshness.rows.filter(({ institution_id: id }) => trackedIds.has(id))
    return {
      freshness: staleFirst(tracked),
      institutions: institutions.rows,
      sources: new Map(sources.rows.map((row) => [row.institution_id, row])),
    }
  })
  return (
    <>
      <ViewHeader
        kicker="How fresh every figure is"
        title="Sources"
        heading={headingOf(request.value?.freshness) + waitingText(request.value?.sources)}
        details="An institution is stale once its standing rates have not been confirmed against its own site for longer than its threshold. Stale rates may be out of date."
      />
      <QueryErrors errors={useQueryReader().errors()} />
      <RequestResult request={request} rows={16}>
        {({ freshness, institutions, sources }) =>
          institutions.length === 0 ? (
            <EmptyState title="No institution is registered yet.">
              They appear here once they are, with <code>ratebook register</code>.
            </EmptyState>
          ) : (
            <>
              {freshness.length > 0 && (
                <FreshnessTable
                  freshness={freshness}
                  institutions={institutions}
                  sources={sources}
                />
              )}
              <ExportLinks path="freshness" />
              <InstitutionsWithoutSheet
                freshness={freshness}
                institutions={institutions}
                sources={sources}
              />
            </>
          )
        }
      </RequestResult>
    </>
  )
}

function staleFirst(freshness: readonly FreshnessRow[]): readonly FreshnessRow[] {
  return freshness.toSorted(
    (a, b) =>
      (a.is_stale === b.is_stale ? 0 : a.is_stale ? -1 : 1) ||
      b.days_since_verified - a.days_since_verified,
  )
}

function headingOf(freshness: readonly FreshnessRow[] | undefined): string {
  if (freshness === undefined) return 'How fresh the figures are'
  if (freshness.length === 0) return 'Nothing has been published yet'
  const staleCount = freshness.filter((row) => row.is_stale).length
  if (freshness.length === 1)
    return `The one institution is ${staleCount === 0 ? 'fresh' : 'stale'}`
  const all = formatCount(freshness.length, 'institution')
  if (staleCount === 0) return `All ${all} are fresh`
  return staleCount === freshness.length
    ? `All ${all} are stale`
    : `${staleCount} of ${all} are stale`
}

/** How many institutions have new rates that nobody has decided about; empty if there are none. */
function waitingText(sources: SourcesProps['sources'] = new Map()): string {
  const count = [...sources.values()].filter((row) => row.is_held).length
  return count === 0 ? '' : `; new rates of ${count} wait for a person`
}

type SourcesProps = {
  readonly freshness: readonly FreshnessRow[]
  readonly institutions: readonly InstitutionRow[]
  /** The institutions whose pages are read automatically, by id. */
  readonly sources: ReadonlyMap<string, SourceRow>
}

function FreshnessTable({ freshness, institutions, sources }: SourcesProps) {
  const hasRuns = sources.size > 0
  const websites = new Map(institutions.map(({ id, website }) => [id, website]))
  return (
    <ScrollRegion label="Freshness of every institution">
      <table class="sources">
        <caption class="visually-hidden">
          Freshness of every institution that has published, stale first
        </caption>
        <thead>
          <tr>
            <th scope="col">Institution</th>
            <th scope="col">State</th>
            {hasRuns && (
              <th scope="col" class="wide-only">
                Last reading
              </th>
            )}
            <th scope="col" class="wide-only">
              Published
            </th>
            <th scope="col" class="wide-only">
              Checked
            </th>
            <th scope="col" class="wide-only">
              Confirmed
            </th>
            <th scope="col" class="number wide-only">
              Threshold, days
            </th>
          </tr>
        </thead>
        <tbody>
          {freshness.map((row) => (
            <tr key={row.institution_id}>
              <th scope="row">
                <Link to={institutionPath(row.institution_id)}>{row.name}</Link>
                <span class="details">
                  {typeNouns[row.type]}
                  <WebsiteLink address={websites.get(row.institution_id)} />
                </span>
              </th>
              <td>
                <span class={row.is_stale ? 'stale' : 'fresh'}>
                  {formatFreshness(row.days_since_verified, row.is_stale)}
                </span>
                {hasRuns && (
                  <span class="narrow-only">
                    <span class="cell">
                      <CollectionState source={sources.get(row.institution_id)} />
                    </span>
                  </span>
                )}
              </td>
              {hasRuns && (
                <td class="wide-only">
                  <CollectionState source={sources.get(row.institution_id)} />
                </td>
              )}
              <td class="date wide-only">{formatShortDay(row.last_published_at)}</td>
              <td class="date wide-only">{formatShortDay(row.last_checked_at)}</td>
              <td class="date wide-only">{formatShortDay(row.last_verified_at)}</td>
              <td class="number wide-only">{row.stale_after_days}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function WebsiteLink({ address }: { readonly address: string | undefined }) {
  if (address === undefined) return null
  return <a href={address}>{hostOf(address)}</a>
}

/** The tracked institutions that have not published a rate sheet. */
function InstitutionsWithoutSheet({ freshness, institutions, sources }: SourcesProps) {
  const publishedIds = new Set(freshness.map((row) => row.institution_id))
  const unpublished = institutions.filter(({ id }) => !publishedIds.has(id))
  if (unpublished.length === 0) return null
  return (
    <section>
      <h2>No rate sheet yet</h2>
      <p>
        {formatCount(unpublished.length, 'institution')} tracked, of which no rate sheet has been
        published.
      </p>
      {unpublished.some(({ id }) => !sources.has(id)) && (
        <InstitutionNames institutions={unpublished.filter(({ id }) => !sources.has(id))} />
      )}
      <CollectedTable
        institutions={unpublished.filter(({ id }) => sources.has(id))}
        sources={sources}
      />
    </section>
  )
}

/** The institutions whose pages are read automatically, but without a published rate sheet. */
function CollectedTable({ institutions, sources }: Omit<SourcesProps, 'freshness'>) {
  if (institutions.length === 0) return null
  return (
    <table class="sources">
      <caption class="visually-hidden">
        The last reading of institutions without a rate sheet
      </caption>
      <thead>
        <tr>
          <th scope="col">Institution</th>
          <th scope="col">Last reading</th>
        </tr>
      </thead>
      <tbody>
        {institutions.map(({ id, name }) => (
          <tr key={id}>
            <th scope="row">
              <Link to={institutionPath(id)}>{name}</Link>
            </th>
            <td>
              <CollectionState source={sources.get(id)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
