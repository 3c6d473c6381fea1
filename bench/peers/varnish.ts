import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer, type Server } from '../process/server.ts'

/** Whether Varnish can be run here. */
export function hasVarnish(): boolean {
  return spawnSync('varnishd', ['-V']).error === undefined
}

/** Starts Varnish in front of ours: it keeps whatever it may for an hour. */
export async function startVarnish(folder: string, port: number, behind: Server): Promise<Server> {
  const place = join(folder, 'varnish')
  writeFileSync(`${place}.vcl`, configuration(new URL(behind.url).port))
  return startServer({
    command: 'varnishd',
    args: [
      '-F',
      `-n${place}`,
      `-f${place}.vcl`,
      `-a127.0.0.1:${port}`,
      '-smalloc,256m',
      '-pthread_pools=1',
      '-jnone',
    ],
    url: `http://127.0.0.1:${port}`,
    ready: '/compare?tenure_months=12',
    log: `${place}.log`,
  })
}

const configuration = (port: string) => `vcl 4.1;
backend ours { .host = "127.0.0.1"; .port = "${port}"; }
sub vcl_backend_response { if (beresp.status == 200) { set beresp.ttl = 1h; } }
`
