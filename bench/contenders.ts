import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Client } from 'pg'
import { startPrimary } from '../test/support/postgres/primary.ts'
import { launcher } from './book.ts'
import { filePath, samplePath, type BenchRequest } from './requests.ts'
import { startServer, type Bench, type Contender } from './server.ts'

/** How our server is run. */
export const modes = ['by default', 'behind a proxy'] as const

/** Starts our server on the large book, or on another one. */
export async function startOurs(
  bench: Bench,
  mode: (typeof modes)[number],
  book = ['--database', bench.book],
): Promise<Contender> {
  const isProxied = mode === 'behind a proxy'
  const proxy = '--trust-proxy 127.0.0.1 --rate-limit 1000000 --metrics-port 0'.split(' ')
  const options = [launcher, 'serve', ...(isProxied ? proxy : []), ...book]
  const ours = await startServer(bench, mode, '/ready', (port) => {
    return [process.execPath, ...options, '--port', port]
  })
  return { ...ours, headers: isProxied ? ['X-Forwarded-For: 203.0.113.{client}'] : [] }
}

/** Starts all contenders, and checks that they answer with the same JSON. */
export async function startContenders(
  bench: Bench,
  requests: readonly BenchRequest[],
): Promise<readonly Contender[]> {
  const ours = await startOurs(bench, 'by default')
  const proxied = await startOurs(bench, 'behind a proxy')
  const plain = await startServer(bench, 'node:http', '/summary', (port) => {
    return [process.execPath, join(import.meta.dirname, 'plain-server.ts'), port, ours.url]
  })
  const postgres = await startPostgres(bench)
  mkdirSync(join(bench.folder, 'files'))
  for (const request of requests) {
    const path = samplePath(request)
    const text = await bodyOf(ours.url, path)
    writeFileSync(join(bench.folder, 'files', filePath(request)), text)
    for (const { name, url } of [proxied, plain, postgres]) {
      const isSame = isDeepStrictEqual(JSON.parse(await bodyOf(url, path)), JSON.parse(text))
      if (!isSame) throw new Error(`${name} answers ${path} differently.`)
    }
  }
  const nginx = await startServer(bench, 'nginx', '/-summary.json', (port) => {
    writeFileSync(`${bench.folder}/nginx.conf`, nginxConfiguration(bench.folder, port))
    return ['nginx', '-e', 'stderr', '-c', `${bench.folder}/nginx.conf`]
  })
  return [ours, proxied, nginx, plain, postgres]
}

async function bodyOf(url: string, path: string): Promise<string> {
  const response = await fetch(url + path)
  if (!response.ok) throw new Error(`${response.url} is answered with ${response.status}.`)
  return response.text()
}

/** Starts Fastify with PostgreSQL. They share one core, and the work of both counts. */
async function startPostgres(bench: Bench): Promise<Contender> {
  const server = await startPrimary(bench.cleanup, {
    settings: { shared_buffers: '1GB', work_mem: '64MB', random_page_cost: '1.1', jit: 'off' },
  })
  const pids = server.processes()
  for (const pid of pids) execFileSync('taskset', ['-cp', '0', `${pid}`], { stdio: 'ignore' })
  const sql = readFileSync(join(import.meta.dirname, 'postgres.sql'), 'utf8')
  const client = new Client(server.url)
  await client.connect()
  await client.query(sql.replaceAll('FOLDER', bench.folder))
  await client.query('VACUUM ANALYZE')
  await client.end()
  const service = await startServer(bench, 'PostgreSQL', '/summary', (port) => {
    return [process.execPath, join(import.meta.dirname, 'fastify-server.ts'), port, server.url]
  })
  return { ...service, pids: [...service.pids, ...pids.slice(0, 1)] }
}

const nginxConfiguration = (folder: string, port: string) => `
daemon off; worker_processes 1; pid ${folder}/nginx.pid;
events {}
http {
  access_log off; default_type application/json; keepalive_requests 1000000000;
  open_file_cache max=100 inactive=1h; open_file_cache_valid 1h; sendfile on; tcp_nopush on;
  gzip on; gzip_comp_level 1; gzip_types application/json;
  server { listen 127.0.0.1:${port}; root ${folder}/files; }
}
`
