import type { Payout, Variant } from '../src/domain/offer.ts'
import type { InstitutionType } from '../src/domain/institution.ts'
type Dec = string
export type Institution = { id: string; name: string; type: InstitutionType; website: string; active: boolean; license_type: string; credit_rating: string | null; rating_agency: string | null; rating_updated: string | null }
export type Offer = { institution_id: string; institution_name: string; product_variant: Variant; tenure_months: Dec; rate_pa: Dec; payout_type: Payout; min_deposit: Dec; currency: string; scraped_at: string; source_url: string }
export type HistoryRecord = { institution_id: string; tenure_months: Dec; prev_rate_pa: Dec; new_rate_pa: Dec; direction: 'initial' | 'up' | 'down' | 'flat'; changed_at: string }
export type Change = { institution_id: string; institution_name: string; institution_type: InstitutionType; product_variant: Variant; tenure_months: Dec; payout_type: Payout; prev_rate_pa: Dec; new_rate_pa: Dec; direction: 'up' | 'down'; changed_at: string }
export type Comparison = { institution_id: string; institution_name: string; institution_type: InstitutionType; tenure_months: Dec; rate_pa: Dec; payout_type: Payout }
export type Group = { institution_type: InstitutionType; product_variant: Variant; tenure_months: Dec; payout_type: Payout; institution_count: number; min_rate_pa: Dec; median_rate_pa: Dec; max_rate_pa: Dec; avg_rate_pa: Dec }
export type Snapshot = Group & { snapshot_date: string }
export type Freshness = { institution_id: string; name: string; type: InstitutionType; last_published_at: string; last_checked_at: string; last_verified_at: string; days_since_verified: number; stale_after_days: number; is_stale: boolean }
type Answer<T> = { rows: T[] }
type Ask<P, T> = (parameters: P, options?: { signal?: AbortSignal }) => Promise<Answer<T>>
type Q = Record<string, string | number | boolean | undefined>
export class ProblemError extends Error { readonly status: number; readonly detail: string; constructor(status: number, detail: string) { super(detail); this.status = status; this.detail = detail } }
export function createApi(baseUrl: string) {
  const get = <T>(path: string): Ask<Q, T> => async (parameters, options) => {
    const { institution_id: id, ...rest } = path.includes('{') ? parameters : { ...parameters, institution_id: undefined }
    const query = new URLSearchParams(Object.entries(path.includes('{') ? rest : parameters).filter(([, v]) => v !== undefined).map(([k, v]) => [k, String(v)]))
    const answer = await fetch(new URL(path.replace('{institution_id}', String(id)).slice(1) + (query.size ? `?${query}` : ''), baseUrl), options ?? {})
    const body: any = await answer.json()
    if (!answer.ok) throw new ProblemError(answer.status, body.detail)
    return { rows: body as T[] }
  }
  return {
    listInstitutions: get<Institution>('/institutions'),
    listCurrentOffers: get<Offer>('/rates/current'),
    listRateHistory: get<HistoryRecord>('/rates/history/{institution_id}'),
    listRateChanges: get<Change>('/rates/changes'),
    compareOffers: get<Comparison>('/compare'),
    getSummary: get<Group>('/summary'),
    listSummaryHistory: get<Snapshot>('/summary/history'),
    listFreshness: get<Freshness>('/freshness'),
  }
}
export type Api = ReturnType<typeof createApi>

/** What went wrong, in a sentence that says what to do next. */
export type Trouble = { readonly title: string; readonly advice: string }
export function troubleOf(error: unknown): Trouble {
  if (error instanceof ProblemError) return error.status >= 500 ? { title: 'Ratebook cannot answer at the moment.', advice: 'Try again in a few seconds.' } : { title: error.detail, advice: 'Choose other filters, or begin with the market.' }
  return { title: 'Ratebook could not be reached.', advice: 'Check the connection, then try again.' }
}
