// The contender "node:http": the plainest server that gives the same JSON from memory.
// node plain-server.ts PORT CHANGES FOLDER, where the folder has the responses that never change.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { institutions, marketSheets } from './market.ts'
import { hotRequests } from './requests.ts'

const [port = '', changesCount = '', folder = ''] = process.argv.slice(2)
const hot = new Map(
  hotRequests.map(({ path, file }) => [path, readFileSync(join(folder, file))] as const),
)
const changes: object[] = []
const histories = new Map<string, object[]>(
  institutions.map(({ id }) => [`/rates/history/${id}`, []]),
)
for (const { institution, at, records } of marketSheets(Number(changesCount))) {
  for (const { variant, tenure, payout, previous, rate, direction } of records) {
    const movement = {
      prev_rate_pa: `${previous}0`,
      new_rate_pa: `${rate}0`,
      direction,
      changed_at: at,
    }
    const row = { institution_id: institution.id, tenure_months: `${tenure}.00`, ...movement }
    histories.get(`/rates/history/${institution.id}`)?.push(row)
    if (direction === 'initial') continue
    changes.push({
      institution_id: institution.id,
      institution_name: institution.name,
      institution_type: institution.type,
      product_variant: variant,
      tenure_months: `${tenure}.00`,
      payout_type: payout,
      ...movement,
    })
  }
}

function pageOf(target: string): Buffer {
  const url = new URL(target, 'http://localhost')
  const rows = url.pathname === '/rates/changes' ? changes : (histories.get(url.pathname) ?? [])
  const end = rows.length - Number(url.searchParams.get('offset') ?? 0)
  const page = rows.slice(end - Number(url.searchParams.get('limit') ?? 200), end)
  return Buffer.from(JSON.stringify(page.reverse()))
}

createServer(({ url = '', headers }, response) => {
  const body = hot.get(url) ?? pageOf(url)
  response.setHeader('Content-Type', 'application/json')
  if (headers['accept-encoding'] !== 'gzip') return response.end(body)
  return response.setHeader('Content-Encoding', 'gzip').end(gzipSync(body, { level: 1 }))
}).listen(Number(port), '127.0.0.1')
