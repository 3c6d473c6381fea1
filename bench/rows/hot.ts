import type { Bench } from '../bench.ts'
import { contest } from '../load/contest.ts'
import { largest } from '../market.ts'
import { fetched } from '../peers/fetched.ts'
import { hasNginx, nginxPath, startNginx, type File, type Way } from '../peers/nginx.ts'
import { startOurs } from '../peers/ours.ts'
import type { Server } from '../process/server.ts'
import { absoluteTable, ratio, ratioTable, type Contest } from '../report/standings.ts'
import { atLeast, atMost, type Section } from '../report/section.ts'
import type { Maker } from '../targets/lists.ts'

const targets = ['/compare?tenure_months=12', '/summary', '/reports/best-rates', '/health']

/** Answers that everybody asks for, against nginx sending the same bytes from files that it has open. */
export async function hot(bench: Bench): Promise<Section> {
  if (!hasNginx()) throw new Error('nginx is not installed here.')
  const folder = bench.newFolder('hot')
  const ours = await startOurs(folder, await bench.book(largest), bench.newPort())
  const files = await filesOf(ours, targets)
  const nginx = await startNginx(folder, bench.newPort(), files)
  const dressed = await startNginx(bench.newFolder('hot-whole'), bench.newPort(), files, true)
  await Promise.all([nginx, dressed].map((server) => sameBytes(server, files)))
  const contests: Contest[] = []
  for (const [i, target] of targets.entries()) {
    for (const gzip of [false, true]) {
      const what = `${target}${gzip ? ', gzip' : ''}`
      bench.say(`hot: ${what}`)
      const path = pathOf(files, gzip ? 'static' : 'plain', i)
      const as = (name: string, server: Server, one: string) => ({
        name,
        server,
        load: { targets: { one }, gzip },
      })
      const contenders = [
        as('ours', ours, target),
        as('nginx', nginx, path),
        as('nginx, the same headers', dressed, path),
      ]
      contests.push({ what, standings: await contest(bench, contenders, gzip) })
    }
  }
  await Promise.all([nginx, dressed, ours].map((server) => server.stop()))
  return {
    title: 'Hot answers',
    text: `The same target again and again, 64 connections, one server process on one core, the load on the other. nginx sends the same body from a file, as it is or compressed beforehand, once with its own few headers, and once with those that ours has (CORS, security, caching, the position): the same bytes. The load reads those too, and has a core that is nearly as busy as the server's.`,
    verdicts: contests.flatMap((one) =>
      one.standings
        .slice(1)
        .flatMap(({ name }, i) => [
          atLeast(`${one.what}: answers a second, against ${name}`, 1, ratio(one, 'rate', i + 1)),
          atMost(`${one.what}: p99, against ${name}`, 1.5, ratio(one, 'p99', i + 1)),
        ]),
    ),
    tables: [ratioTable('Ratios', contests), absoluteTable('Absolute', contests)],
  }
}

/** The bytes that ours sends for some targets, named after their places in the list. */
export async function filesOf(
  ours: Pick<Server, 'url'>,
  targets: readonly string[],
): Promise<Map<string, File>> {
  const files = new Map<string, File>()
  for (const [i, target] of targets.entries()) {
    const identity = await fetched(ours.url + target)
    const gzip = await fetched(ours.url + target, { 'accept-encoding': 'gzip' })
    // What is too small to be worth it is sent as it is, whatever the client takes.
    const encoded = gzip.headers['content-encoding'] === 'gzip'
    const { headers, body } = identity
    files.set(`${i}`, { identity: body, headers, ...(encoded && { gzip: gzip.body }) })
  }
  return files
}

/** Where nginx serves the answer to the target with a number. */
export function pathOf(files: ReadonlyMap<string, File>, way: Way, number: number): string {
  const file = files.get(`${number}`)
  if (file === undefined) throw new Error(`There is no file ${number}.`)
  return nginxPath(way, `${number}`, file)
}

/** Random ones of those places. */
export const fileMaker =
  (files: ReadonlyMap<string, File>, way: Way): Maker =>
  (random) =>
    pathOf(files, way, random.below(files.size))

async function sameBytes(nginx: Server, files: ReadonlyMap<string, File>): Promise<void> {
  for (const [name, file] of files) {
    const { identity, gzip } = file
    const plain = await fetched(nginx.url + nginxPath('plain', name, file))
    const packed = await fetched(nginx.url + nginxPath('static', name, file), {
      'accept-encoding': 'gzip',
    })
    if (!plain.body.equals(identity) || !packed.body.equals(gzip ?? identity)) {
      throw new Error(`nginx sends other bytes than ours for file ${name}.`)
    }
  }
}
