import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer, type Server } from '../process/server.ts'

/** The launcher of the checkout that this benchmark belongs to. */
export const launcher = fileURLToPath(new URL('../../bin/ratebook.js', import.meta.url))

/** Starts Ratebook on a book; what it serves beside its usual settings is in `extra`. */
export async function startOurs(
  folder: string,
  database: string,
  port: number,
  { extra = [], cores }: { readonly extra?: readonly string[]; readonly cores?: string } = {},
): Promise<Server> {
  const place = ['--database', database, '--port', `${port}`]
  return startServer({
    command: process.execPath,
    args: [launcher, 'serve', ...place, ...extra],
    url: `http://127.0.0.1:${port}`,
    ready: '/health',
    log: join(folder, `ours-${port}.log`),
    // A reader has nothing to lose, and its clients, which it would wait for, are gone; workers are ended by the first.
    ...(!extra.includes('--workers') && { endsBy: 'SIGKILL' }),
    ...(cores !== undefined && { cores }),
  })
}

/** Whether `serve` of this checkout has an option. */
export function hasOption(name: string): boolean {
  const help = execFileSync(process.execPath, [launcher, 'serve', '--help'], { encoding: 'utf8' })
  return help.includes(name)
}

/** The settings with which `serve` keeps no whole answers. */
export function withoutCache(): readonly string[] {
  return hasOption('--cache') ? ['--cache', '0'] : []
}
