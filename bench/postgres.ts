import { execFileSync } from 'node:child_process'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { startPrimary } from '../test/support/postgres/primary.ts'
import type { Bench } from './bench.ts'
import { institutions, marketSheets } from './market.ts'

/** Starts a PostgreSQL server on core 0, and fills it with the market. */
export async function startPostgres({ cleanup, folder, changes }: Bench) {
  const server = await startPrimary(cleanup, {
    settings: { shared_buffers: '1GB', work_mem: '64MB', random_page_cost: '1.1', jit: 'off' },
  })
  const pids = server.processes()
  for (const pid of pids) execFileSync('taskset', ['-cp', '0', `${pid}`], { stdio: 'ignore' })
  const names = institutions.map(({ id, name, type }) => `${id}\t${name}\t${type}\n`)
  writeFileSync(join(folder, 'institution.tsv'), names.join(''))
  await pipeline(historyLines(changes), createWriteStream(join(folder, 'history.tsv')))
  const sql = readFileSync(join(import.meta.dirname, 'postgres.sql'), 'utf8')
  const client = new Client(server.url)
  await client.connect()
  await client.query(sql.replaceAll('FOLDER', folder))
  await client.query('VACUUM ANALYZE')
  await client.end()
  return { url: server.url, pid: pids[0] ?? 0, stop: server.stop }
}

function* historyLines(changes: number): Generator<string> {
  let seq = 0
  for (const { institution, at, records } of marketSheets(changes)) {
    for (const { variant, tenure, payout, previous, rate, direction } of records) {
      const values = [++seq, institution.id, variant, tenure, payout, previous, rate, direction, at]
      yield `${values.join('\t')}\n`
    }
  }
}
