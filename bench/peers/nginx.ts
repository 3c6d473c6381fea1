import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer, type Server } from '../process/server.ts'
import type { Fetched } from './fetched.ts'

/** A file for nginx: the bytes of an answer, those of its gzip representation, and its headers. */
export type File = {
  readonly identity: Uint8Array
  readonly gzip?: Uint8Array
  readonly headers: Fetched['headers']
}

/** How nginx sends a file: as it is, compressed beforehand, or compressed as it goes. */
export type Way = 'plain' | 'static' | 'compressed'

/** From so many bytes on sendfile is worth its system call: less processor time here at 80 KB, more below 20 KB. */
const sendfileFrom = 65_536

/** Where nginx serves a file in one of its ways, at its best for a file of that size. */
export function nginxPath(way: Way, name: string, { identity }: File): string {
  return `/${way === 'plain' && identity.length >= sendfileFrom ? 'large' : way}/${name}`
}

/** Whether nginx can be run here. */
export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).error === undefined
}

/** Starts nginx with some files by name, every one of them open already once it was asked for; with the headers of the answers too, or few of its own. */
export async function startNginx(
  folder: string,
  port: number,
  files: ReadonlyMap<string, File>,
  sameHeaders = false,
): Promise<Server> {
  const root = join(folder, 'nginx')
  mkdirSync(join(root, 'files'), { recursive: true })
  for (const [name, { identity, gzip }] of files) {
    writeFileSync(join(root, 'files', name), identity)
    if (gzip !== undefined) writeFileSync(join(root, 'files', `${name}.gz`), gzip)
  }
  writeFileSync(
    join(root, 'nginx.conf'),
    configuration(root, port, sameHeaders ? files : new Map()),
  )
  // Its worker runs as another user where it is started by root.
  for (const place of [folder, root, join(root, 'files')]) chmodSync(place, 0o755)
  const [first = ''] = files.keys()
  return startServer({
    command: 'nginx',
    args: ['-c', join(root, 'nginx.conf'), '-p', root, '-e', 'stderr', '-g', 'daemon off;'],
    url: `http://127.0.0.1:${port}`,
    ready: `/plain/${first}`,
    log: join(folder, 'nginx.log'),
  })
}

const configuration = (root: string, port: number, dressedFiles: ReadonlyMap<string, File>) => `
worker_processes 1;
worker_rlimit_nofile 20000;
pid ${root}/nginx.pid;
events { worker_connections 10000; multi_accept on; }
http {
  access_log off;
  default_type application/json;
  sendfile off;
  output_buffers 4 512k;
  tcp_nopush off;
  tcp_nodelay on;
  keepalive_timeout 600s;
  keepalive_requests 1000000000;
  open_file_cache max=10000 inactive=600s;
  open_file_cache_valid 600s;
  open_file_cache_min_uses 1;
  gzip_types application/json;
  server {
    listen 127.0.0.1:${port} reuseport backlog=4096;
${ways.map((way) => `    location /${way}/ { alias ${root}/files/; ${settings[way]} }`).join('\n')}
${[...dressedFiles].map(([name, file]) => dressed(root, name, file)).join('\n')}
  }
}
`

const settings = {
  plain: '',
  large: 'sendfile on; tcp_nopush on;',
  static: 'gzip_static on;',
  compressed: 'gzip on; gzip_comp_level 1; gzip_min_length 1;',
} as const
const ways = ['plain', 'large', 'static', 'compressed'] as const

/** What nginx writes itself, of the file that it sends. */
const ownHeaders: readonly string[] = [
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
]

/** The places of a file with headers of its own, in all ways, without what nginx would say more than those. */
function dressed(root: string, name: string, { headers }: File): string {
  const added = Object.entries(headers)
    .filter(([header]) => !ownHeaders.includes(header))
    .map(([header, value]) => `add_header ${header} "${String(value)}";`)
  const rest = ['max_ranges 0;', 'server_tokens off;', 'keepalive_timeout 600s 65s;', ...added]
  return ways
    .map(
      (way) =>
        `    location = /${way}/${name} { alias ${root}/files/${name}; ${settings[way]} ${rest.join(' ')} }`,
    )
    .join('\n')
}
