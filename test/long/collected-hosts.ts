import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { launcher, runNode } from '../../bench/market.ts'
import type { EntryClock } from '../../src/book/publish/entry-instant.ts'
import { acceptSource } from '../../src/book/publish/review/accept-source.ts'
import { openSqliteStore } from '../../src/book/store/sqlite/sqlite-store.ts'
import { loadSources } from '../../src/collect/source/load-source.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { writtenPages } from '../collect/practice/generate.ts'
import type { Layout } from '../collect/practice/layout.ts'
import { htmlTwoHeadRows } from '../collect/practice/layouts/html-two-head-rows.ts'
import { sourceText } from '../collect/practice/source-text.ts'
import type { CleanupContext } from '../support/postgres/cleanup.ts'

/** Institutions on hosts of this machine, and a folder with their sources. */
export type CollectedHosts = {
  readonly book: string
  readonly sources: string
  /** How many requests for pages the hosts have answered so far, by status. */
  readonly answered: () => Readonly<Record<number, number>>
  /** Pages of later requests have no ETag, so each is sent in full. */
  readonly dropEtags: () => void
}

const institutionFields = {
  type: 'bank',
  active: true,
  license_type: 'licensed_commercial_bank',
  credit_rating: null,
  rating_agency: null,
  rating_updated: null,
  stale_after_days: 7,
}

/** Each answer comes after so many milliseconds. */
const answerAfter = 200

/**
 * Starts a host on a port of its own for each institution, registers the institutions in a new book, and accepts their sources.
 * Each page has the layout L07 and other figures than the next.
 */
export async function startHosts(
  t: CleanupContext,
  folder: string,
  count: number,
): Promise<CollectedHosts> {
  const book = join(folder, 'collected.db')
  const sources = join(folder, 'sources')
  mkdirSync(join(sources, 'lk'), { recursive: true })
  const answered: Record<number, number> = {}
  let hasEtags = true
  const institutions = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const layout = layoutOf(index)
      const [{ body } = { body: Buffer.alloc(0) }] = writtenPages(layout)
      const server = createServer((request, response) => {
        void sleep(answerAfter).then(() => {
          if (request.url === '/robots.txt') return response.writeHead(404).end()
          const etag = `"${hash('sha256', body)}"`
          const isKnown = hasEtags && request.headers['if-none-match'] === etag
          const status = isKnown ? 304 : 200
          answered[status] = (answered[status] ?? 0) + 1
          response.writeHead(status, {
            'content-type': 'text/html; charset=utf-8',
            ...(hasEtags && { etag }),
          })
          return response.end(isKnown ? undefined : body)
        })
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      t.after(() => server.close().closeAllConnections())
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`
      const { institutionId: id, page } = layout
      writeFileSync(join(sources, 'lk', `${id}.yaml`), sourceText(layout, url))
      return { ...institutionFields, id, name: page.institution, website: url }
    }),
  )
  const list = join(folder, 'collected.json')
  writeFileSync(list, JSON.stringify(institutions))
  runNode(launcher, 'register', list, '--database', book)
  await acceptAll(book, sources)
  return { book, sources, answered: () => ({ ...answered }), dropEtags: () => (hasEtags = false) }
}

function layoutOf(index: number): Layout {
  const name = `Harbour Bank ${index + 1}`
  return {
    ...htmlTwoHeadRows,
    institutionId: `harbour-bank-${index + 1}`,
    mustContain: [name],
    page: { ...htmlTwoHeadRows.page, institution: name },
  }
}

async function acceptAll(book: string, folder: string): Promise<void> {
  const instant: EntryClock = { from: 'clock', read: () => Date.now() as Instant }
  const { sources, problems } = loadSources(folder)
  if (problems.length > 0) throw new Error(JSON.stringify(problems[0]))
  const store = await openSqliteStore(book, { mode: 'write' })
  try {
    await store.append(async () => [
      {
        kind: 'reviewer-registered',
        institutionId: '',
        at: instant.read(),
        reviewer: { id: 'bench', name: 'Bench' },
      },
    ])
    for (const { definition, ref } of sources) {
      const { institution: institutionId } = definition
      const result = await acceptSource(store, { institutionId, source: ref, by: 'bench' }, instant)
      if (result.kind === 'refused') throw new Error(result.problem)
    }
  } finally {
    await store.close()
  }
}
