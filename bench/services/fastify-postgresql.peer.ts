// The peer that a good developer would write: Fastify 5, pg, prepared statements, an index for every filter. JSON is made in
// JavaScript from rows as arrays, which was faster here than json_agg. PGHOST and PORT say where.
import Fastify from 'fastify'
import pg from 'pg'
import { fastifySchemas, type Query } from './schemas.ts'
import { changesSql, compareSql, historySql, offersSql, type Statement } from './sql.ts'
import { bestRatesSql, summaryHistorySql, summarySql } from './sql-figures.ts'

// numeric and bigint are texts by default, as the API wants them; timestamps are made texts by the statements.
const pool = new pg.Pool({ user: 'bench', database: 'postgres', max: 8 })

async function rows({ name, text, values }: Statement): Promise<Record<string, unknown>[]> {
  return (await pool.query<Record<string, unknown>>({ name, text, values })).rows
}

const app = Fastify()
app.get('/health', async () => {
  await pool.query({ name: 'health', text: 'SELECT 1' })
  return { status: 'ok' }
})
const answer = (sql: (query: Query) => Statement) => async (request: { query: unknown }) =>
  JSON.stringify(await rows(sql(request.query as Query)))
app.addHook('onRequest', async (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8')
})
app.get('/compare', { schema: fastifySchemas.compare }, answer(compareSql))
app.get('/summary', { schema: fastifySchemas.summary }, answer(summarySql))
app.get('/summary/history', { schema: fastifySchemas.summaryHistory }, answer(summaryHistorySql))
app.get('/rates/current', { schema: fastifySchemas.offers }, answer(offersSql))
app.get('/rates/changes', { schema: fastifySchemas.changes }, answer(changesSql))
app.get('/reports/best-rates', { schema: fastifySchemas.bestRates }, answer(bestRatesSql))
app.get('/rates/history/:id', { schema: fastifySchemas.history }, async (request, reply) => {
  const { id } = request.params as { id: string }
  const found = await rows(historySql(id, request.query as Query))
  if (found.length === 0) {
    const text = 'SELECT 1 FROM institution WHERE id = $1'
    const known = await rows({ name: 'institution', text, values: [id] })
    if (known.length === 0) return reply.code(404).send('{"title":"Not Found"}')
  }
  return JSON.stringify(found)
})
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
