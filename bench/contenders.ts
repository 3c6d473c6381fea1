import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Bench, Contender } from './bench.ts'
import { launcher } from './book.ts'
import { startPostgres } from './postgres.ts'
import { startServer } from './process.ts'
import { samplePath, type BenchRequest } from './requests.ts'

/** How our server is run, and the headers of the requests to it. */
type Configuration = Pick<Contender, 'name' | 'headers'> & { readonly options: readonly string[] }

export const byDefault: Configuration = { name: 'by default', options: [], headers: [] }
export const behindProxy: Configuration = {
  name: 'behind a proxy',
  options: '--trust-proxy 127.0.0.1 --rate-limit 1000000 --metrics-port 0'.split(' '),
  headers: ['X-Forwarded-For: 203.0.113.{client}'],
}

export function startOurs(
  bench: Bench,
  configuration: Configuration,
  book = ['--database', bench.book],
): Promise<Contender> {
  const serve = [process.execPath, launcher, 'serve', ...configuration.options, ...book]
  const command = (port: string) => [...serve, '--port', port]
  return startServer(bench, configuration, '/ready', command)
}

export function startPlain(bench: Bench): Promise<Contender> {
  const script = join(import.meta.dirname, 'plain-server.ts')
  const rest = [`${bench.changes}`, join(bench.folder, 'files')]
  const command = (port: string) => [process.execPath, script, port, ...rest]
  return startServer(bench, { name: 'node:http', headers: [] }, '/summary', command)
}

/** The service and its database share one core, and the work of both counts. */
export async function startFastify(bench: Bench): Promise<Contender> {
  const { url, pid, stop } = await startPostgres(bench)
  const script = join(import.meta.dirname, 'fastify-server.ts')
  const command = (port: string) => [process.execPath, script, port, url]
  const named = { name: 'Fastify + PostgreSQL', headers: [] }
  const service = await startServer(bench, named, '/summary', command)
  const stopBoth = async () => {
    await service.stop()
    await stop()
  }
  return { ...service, pids: [...service.pids, pid], stop: stopBoth }
}

export function startNginx(bench: Bench): Promise<Contender> {
  const file = join(bench.folder, 'nginx.conf')
  return startServer(bench, { name: 'nginx', headers: [] }, '/summary.json', (port) => {
    writeFileSync(file, nginxConfiguration(bench.folder, port))
    return ['nginx', '-e', 'stderr', '-c', file]
  })
}

/** Writes our responses as the files that nginx and the plain server send. */
export async function writeFiles(bench: Bench, url: string, requests: readonly BenchRequest[]) {
  const files = join(bench.folder, 'files')
  mkdirSync(files, { recursive: true })
  // The workers of nginx run as another user.
  for (const folder of [bench.folder, files]) chmodSync(folder, 0o755)
  for (const request of requests) {
    writeFileSync(join(files, request.file), await bodyOf(url, request))
  }
}

/** Throws unless two servers answer every request with the same JSON. */
export async function assertSameJson(
  ours: string,
  theirs: string,
  requests: readonly BenchRequest[],
) {
  for (const request of requests) {
    const [one, other] = [await bodyOf(ours, request), await bodyOf(theirs, request)]
    if (!isDeepStrictEqual(JSON.parse(one), JSON.parse(other))) {
      throw new Error(`${theirs} answers ${samplePath(request)} differently.`)
    }
  }
}

async function bodyOf(url: string, request: BenchRequest): Promise<string> {
  const response = await fetch(url + samplePath(request))
  if (!response.ok) throw new Error(`${response.url} is answered with ${response.status}.`)
  return response.text()
}

const nginxConfiguration = (folder: string, port: string) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  default_type application/json;
  keepalive_requests 1000000000;
  open_file_cache max=100 inactive=1h;
  open_file_cache_valid 1h;
  sendfile on;
  tcp_nopush on;
  gzip_comp_level 1;
  gzip_types application/json;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/files;
    location /gzip/ { alias ${folder}/files/; gzip on; }
  }
}
`
