// The contender "Fastify + PostgreSQL": node fastify-server.ts PORT DATABASE-URL
import fastify from 'fastify'
import { Pool } from 'pg'

const [port = '', connectionString = ''] = process.argv.slice(2)
const pool = new Pool({ connectionString, max: 8 })

const instant = `to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
const statements = {
  compare: `SELECT i.id AS institution_id, i.name AS institution_name, i.type AS institution_type,
      tenure AS tenure_months, rate AS rate_pa, payout AS payout_type
    FROM offer JOIN institution i ON i.id = institution_id
    WHERE variant = 'general' AND payout = 'maturity' AND tenure = $1 ORDER BY rate DESC, i.id`,
  summary: `SELECT i.type AS institution_type, variant AS product_variant, tenure AS tenure_months,
      payout AS payout_type, count(*)::int AS institution_count, min(rate) AS min_rate_pa,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY rate)::numeric(7, 3) AS median_rate_pa,
      max(rate) AS max_rate_pa, avg(rate)::numeric(7, 3) AS avg_rate_pa
    FROM offer JOIN institution i ON i.id = institution_id GROUP BY 1, 2, 3, 4
    ORDER BY 1, 2, 3, 4`,
  bestRates: `SELECT * FROM (
      SELECT DISTINCT ON (i.id) i.id AS institution_id, i.name, i.type, rate AS best_rate_pa,
        tenure AS best_tenure_months, payout AS best_payout_type, ${instant} AS last_changed_at, trend
      FROM offer JOIN institution i ON i.id = institution_id
      ORDER BY i.id, rate DESC, tenure, payout, variant) best
    ORDER BY best_rate_pa DESC, institution_id LIMIT 20`,
  history: `SELECT institution_id, tenure AS tenure_months, prev_rate AS prev_rate_pa,
      new_rate AS new_rate_pa, direction, ${instant} AS changed_at
    FROM (SELECT seq FROM history WHERE institution_id = $1
      ORDER BY seq DESC LIMIT $2 OFFSET $3) page JOIN history USING (seq) ORDER BY seq DESC`,
  changes: `SELECT i.id AS institution_id, i.name AS institution_name, i.type AS institution_type,
      variant AS product_variant, tenure AS tenure_months, payout AS payout_type,
      prev_rate AS prev_rate_pa, new_rate AS new_rate_pa, direction, ${instant} AS changed_at
    FROM (SELECT seq FROM history WHERE direction IN ('up', 'down')
      ORDER BY seq DESC LIMIT $1 OFFSET $2) page
    JOIN history USING (seq) JOIN institution i ON i.id = institution_id ORDER BY seq DESC`,
}

type Query = { tenure_months?: string; limit?: string; offset?: string }
type Route = { Params: { id: string }; Querystring: Query }

async function rowsOf(name: keyof typeof statements, values: unknown[] = []) {
  return (await pool.query<object>({ name, text: statements[name], values })).rows
}

const app = fastify()
app.get<Route>('/compare', ({ query }) => rowsOf('compare', [query.tenure_months]))
app.get('/summary', () => rowsOf('summary'))
app.get('/reports/best-rates', () => rowsOf('bestRates'))
app.get<Route>('/rates/history/:id', ({ params, query }) =>
  rowsOf('history', [params.id, query.limit ?? 200, query.offset ?? 0]),
)
app.get<Route>('/rates/changes', ({ query }) =>
  rowsOf('changes', [query.limit ?? 200, query.offset ?? 0]),
)
await app.listen({ host: '127.0.0.1', port: Number(port) })
