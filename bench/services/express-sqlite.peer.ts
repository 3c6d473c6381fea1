// A plain peer: Express 5 and node:sqlite, the same tables and indexes as the PostgreSQL one, JSON from rows as objects.
// DATABASE and PORT say where.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import express, { type Request, type Response } from 'express'
import { summaryOf, type SummaryRow } from './summary-of.ts'

const db = new DatabaseSync(process.env['DATABASE'] ?? '', { readOnly: true })
db.exec('PRAGMA mmap_size = 2000000000; PRAGMA cache_size = -200000')
const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()

function all(sql: string, values: readonly unknown[]): unknown[] {
  let statement = prepared.get(sql)
  if (statement === undefined) prepared.set(sql, (statement = db.prepare(sql)))
  return statement.all(...(values as SQLInputValue[]))
}

/** The conditions that were asked for, as SQL, and their values. */
function conditions(asked: Readonly<Record<string, unknown>>): [sql: string, values: unknown[]] {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined)
  return [
    given.map(([column]) => ` AND ${column} ?`).join(''),
    given.map(([column, value]) => (column.includes('tenure') ? Number(value) : value)),
  ]
}

const page = ({ query }: Request): [number, number] => [
  Number(query['limit'] ?? 200),
  Number(query['offset'] ?? 0),
]
const months = "format('%.2f', tenure) AS tenure_months"
const app = express()
app.disable('x-powered-by')
app.disable('etag')

app.get('/health', (_request, response) => {
  all('SELECT 1', [])
  response.json({ status: 'ok' })
})

app.get('/compare', ({ query }, response) => {
  const [sql, values] = conditions({
    'variant =': query['variant'] ?? 'general',
    'tenure =': query['tenure_months'],
    'payout =': query['payout_type'] ?? 'maturity',
    'institution_type =': query['type'],
  })
  const text = `SELECT id AS institution_id, name AS institution_name, type AS institution_type, ${months},
    format('%.3f', rate) AS rate_pa, payout AS payout_type
    FROM offer JOIN institution ON id = institution_id
    WHERE is_headline AND active${sql} ORDER BY rate DESC, id`
  response.json(all(text, values))
})

app.get('/rates/history/:id', (request, response) => {
  const { query, params } = request
  const [sql, values] = conditions({
    'institution_id =': params['id'],
    'variant =': query['variant'],
    'tenure =': query['tenure_months'],
    'payout =': query['payout_type'],
  })
  const text = `SELECT institution_id, ${months}, format('%.3f', prev_rate) AS prev_rate_pa,
    format('%.3f', new_rate) AS new_rate_pa, direction, changed_at
    FROM (SELECT seq FROM history WHERE TRUE${sql} ORDER BY seq DESC LIMIT ? OFFSET ?)
    JOIN history USING (seq) ORDER BY seq DESC`
  response.json(all(text, [...values, ...page(request)]))
})

app.get('/rates/changes', (request, response) => {
  const { query } = request
  const [sql, values] = conditions({
    'changed_at >=': query['since'],
    'institution_type =': query['type'],
    'direction =': query['direction'],
    'institution_id =': query['institution_id'],
  })
  const text = `SELECT id AS institution_id, name AS institution_name, type AS institution_type,
    variant AS product_variant, ${months}, payout AS payout_type,
    format('%.3f', prev_rate) AS prev_rate_pa, format('%.3f', new_rate) AS new_rate_pa, direction, changed_at
    FROM (SELECT seq FROM history WHERE direction IN ('up', 'down')${sql}
      ORDER BY changed_at DESC, seq DESC LIMIT ? OFFSET ?)
    JOIN history USING (seq) JOIN institution ON id = institution_id ORDER BY seq DESC`
  response.json(all(text, [...values, ...page(request)]))
})

app.get('/summary', ({ query }: Request, response: Response) => {
  const [sql, values] = conditions({
    'institution_type =': query['type'],
    'variant =': query['variant'],
    'tenure =': query['tenure_months'],
    'payout =': query['payout_type'],
  })
  const text = `SELECT institution_type, variant, tenure, payout, rate FROM offer
    JOIN institution ON id = institution_id WHERE is_headline AND active${sql}`
  response.json(summaryOf(all(text, values) as SummaryRow[]))
})

app.listen(Number(process.env['PORT']), '127.0.0.1')
