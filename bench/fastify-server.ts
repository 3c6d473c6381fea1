// The contender "Fastify + PostgreSQL": node fastify-server.ts PORT DATABASE-URL
import fastify from 'fastify'
import { Pool } from 'pg'

const [port = '', connectionString = ''] = process.argv.slice(2)
const pool = new Pool({ connectionString, max: 8 })

const instant = `to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
const movement = `prev_rate_pa, new_rate_pa, direction, ${instant} AS changed_at`
const statements = {
  compare: `SELECT institution_id, institution_name, institution_type, tenure_months, rate_pa, payout_type
    FROM offer JOIN institution USING (institution_id)
    WHERE product_variant = 'general' AND payout_type = 'maturity' AND tenure_months = $1
    ORDER BY rate_pa DESC, institution_id`,
  summary: `SELECT institution_type, product_variant, tenure_months, payout_type,
      count(*)::int AS institution_count, min(rate_pa) AS min_rate_pa,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY rate_pa)::numeric(7, 3) AS median_rate_pa,
      max(rate_pa) AS max_rate_pa, avg(rate_pa)::numeric(7, 3) AS avg_rate_pa
    FROM offer JOIN institution USING (institution_id) GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
  bestRates: `SELECT * FROM (
      SELECT DISTINCT ON (institution_id) institution_id, institution_name AS name,
        institution_type AS type, rate_pa AS best_rate_pa, tenure_months AS best_tenure_months,
        payout_type AS best_payout_type, ${instant} AS last_changed_at, direction AS trend
      FROM offer JOIN institution USING (institution_id)
      ORDER BY institution_id, rate_pa DESC, tenure_months, payout_type, product_variant) best
    ORDER BY best_rate_pa DESC, institution_id LIMIT 20`,
  history: `SELECT institution_id, tenure_months, ${movement}
    FROM (SELECT seq FROM history WHERE institution_id = $1
      ORDER BY seq DESC LIMIT $2 OFFSET $3) page JOIN history USING (seq) ORDER BY seq DESC`,
  changes: `SELECT institution_id, institution_name, institution_type, product_variant,
      tenure_months, payout_type, ${movement}
    FROM (SELECT seq FROM history WHERE direction IN ('up', 'down')
      ORDER BY seq DESC LIMIT $1 OFFSET $2) page
    JOIN history USING (seq) JOIN institution USING (institution_id) ORDER BY seq DESC`,
}

async function rowsOf(name: keyof typeof statements, ...values: unknown[]) {
  return (await pool.query<object>({ name, text: statements[name], values })).rows
}

type Route = { Params: { id: string }; Querystring: Record<string, string | undefined> }

const app = fastify()
app.get<Route>('/compare', ({ query }) => rowsOf('compare', query.tenure_months))
app.get('/summary', () => rowsOf('summary'))
app.get('/reports/best-rates', () => rowsOf('bestRates'))
app.get<Route>('/rates/history/:id', ({ params, query: { limit = 200, offset = 0 } }) =>
  rowsOf('history', params.id, limit, offset),
)
app.get<Route>('/rates/changes', ({ query: { limit = 200, offset = 0 } }) =>
  rowsOf('changes', limit, offset),
)
await app.listen({ host: '127.0.0.1', port: Number(port) })
