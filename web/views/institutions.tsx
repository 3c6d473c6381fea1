import { institutionTypes, type InstitutionType } from '../../src/domain/institution.ts'
import type { BestRateRow, FreshnessRow, InstitutionRow } from '../api.ts'
import { useApp } from '../app-context.ts'
import { formatCount, formatTenure, payoutLabels, typeLabels } from '../format.ts'
import { decimalPlaces } from '../parts/figures.tsx'
import { ViewHeader } from '../parts/view-header.tsx'
import { InstitutionNames } from '../parts/institution-names.tsx'
import { ReceiptLink } from '../parts/receipt-link.tsx'
import { StaleMark } from '../parts/stale-mark.tsx'
import { EmptyBook, QueryErrors, RequestResult } from '../parts/states.tsx'
import { useQueryReader } from '../query-reader.ts'
import { Link } from '../router.tsx'
import { institutionPath } from '../routes.ts'
import { useRequest } from '../use-request.ts'

/** The highest limit that `/reports/best-rates` accepts. */
const bestRatesLimit = 100

type InstitutionLists = {
  readonly institutions: readonly InstitutionRow[]
  readonly freshness: readonly FreshnessRow[]
  readonly bestRates: readonly BestRateRow[]
}

/** The view of all institutions, each with its best rate. */
export function InstitutionsView() {
  const { client } = useApp()
  const request = useRequest('', async (signal): Promise<InstitutionLists> => {
    const [institutions, freshness, ...bestRates] = await Promise.all([
      client.listInstitutions({}, { signal }),
      client.listFreshness({}, { signal }),
      ...institutionTypes.map((type) =>
        client.listBestRates({ type, limit: bestRatesLimit }, { signal }),
      ),
    ])
    return {
      institutions: institutions.rows,
      freshness: freshness.rows,
      bestRates: bestRates.flatMap(({ rows }) => rows),
    }
  })
  return (
    <>
      <ViewHeader
        kicker="Banks and finance companies"
        title="Institutions"
        heading={headingOf(request.value)}
        details="The highest rate that each prints for anybody, whatever the tenure, the payout, the saver or the amount."
      />
      <QueryErrors errors={useQueryReader().errors()} />
      <RequestResult request={request} rows={16}>
        {(lists) =>
          lists.institutions.length === 0 ? (
            <EmptyBook />
          ) : (
            <div class="halves">
              {institutionTypes.map((type) => (
                <InstitutionsOfType key={type} type={type} {...lists} />
              ))}
            </div>
          )
        }
      </RequestResult>
    </>
  )
}

function headingOf(lists: InstitutionLists | undefined): string {
  if (lists === undefined) return 'Every institution'
  const count = formatCount(lists.institutions.length, 'institution')
  return lists.bestRates.length === 0
    ? `${count}, and no offer yet`
    : `${count}, and what they pay at best`
}

type InstitutionsOfTypeProps = InstitutionLists & { readonly type: InstitutionType }

function InstitutionsOfType({ type, institutions, freshness, bestRates }: InstitutionsOfTypeProps) {
  const rows = bestRates.filter((row) => row.type === type)
  const places = decimalPlaces(rows.map((row) => row.best_rate_pa))
  const others = institutions.filter(
    (institution) =>
      institution.type === type && rows.every((row) => row.institution_id !== institution.id),
  )
  return (
    <section>
      <h2>{typeLabels[type]}</h2>
      {rows.length > 0 && (
        <table>
          <caption class="visually-hidden">{typeLabels[type]} and the best rate of each</caption>
          <thead>
            <tr>
              <th scope="col">Institution</th>
              <th scope="col" class="number">
                % a year
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.institution_id}>
                <th scope="row">
                  <Link to={institutionPath(row.institution_id)}>{row.name}</Link>
                  <span class="details">
                    {formatTenure(row.best_tenure_months)}, {payoutLabels[row.best_payout_type]}{' '}
                    <StaleMark institutionId={row.institution_id} freshness={freshness} />
                  </span>
                </th>
                <td class="number">
                  <ReceiptLink
                    figure={{
                      institution_id: row.institution_id,
                      tenure_months: row.best_tenure_months,
                      payout_type: row.best_payout_type,
                      rate_pa: row.best_rate_pa,
                    }}
                    rate={row.best_rate_pa}
                    institutionName={row.name}
                    places={places}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {others.length > 0 && (
        <>
          <h3>{rows.length < bestRatesLimit ? 'Without an offer' : 'Others'}</h3>
          <InstitutionNames institutions={others} />
        </>
      )}
    </section>
  )
}
