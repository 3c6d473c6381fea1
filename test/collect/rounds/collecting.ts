import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { EntryClock } from '../../../src/book/publish/entry-instant.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../src/book/store/store.ts'
import { openCapturesFolder } from '../../../src/collect/captures/folder.ts'
import { appendFetch, readFetches } from '../../../src/collect/captures/logs.ts'
import { createFetcher } from '../../../src/collect/fetch/fetch.ts'
import { checkCells } from '../../../src/collect/read/evidence.ts'
import { namesListed } from '../../../src/collect/read/pages-of-source.ts'
import { readPages } from '../../../src/collect/read/read-pages.ts'
import { fullFetches } from '../../../src/collect/rounds/capture-pages.ts'
import type { CollectTools } from '../../../src/collect/rounds/collect-institution.ts'
import { collectAll } from '../../../src/collect/rounds/collect-round.ts'
import { createHostClocks } from '../../../src/collect/rounds/host-clocks.ts'
import type { RunReport } from '../../../src/collect/rounds/run-report.ts'
import { loadSources } from '../../../src/collect/source/load-source.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import { defaultGateLimits } from '../../../src/domain/gate-limits.ts'
import { createAddressCheck } from '../../../src/outbound/address-check.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { unrated } from '../../support/book.ts'
import { startRateSite, writeSource, type RateSite } from '../../support/rate-site.ts'
import { at } from '../../support/sample-market.ts'

/** A book, sources and captures in a folder of their own, and the web site of the banks. */
export type Collecting = {
  readonly folder: string
  readonly book: string
  readonly store: Store
  readonly site: RateSite
  /** Registers a bank, writes its source, and accepts it. */
  readonly addBank: (id: string, options?: BankSetup) => Promise<void>
  /** Collects all banks, or some, at an instant or as a clock tells it. */
  readonly collect: (
    when: string | EntryClock,
    options?: { readonly ids?: readonly string[]; readonly tools?: Partial<CollectTools> },
  ) => Promise<readonly RunReport[]>
  readonly entries: () => Promise<readonly Entry[]>
}

type BankSetup = {
  readonly isAccepted?: boolean
  readonly isActive?: boolean
  readonly isRegistered?: boolean
  /** The path of its page, if it is not its id. */
  readonly path?: string
  /** Replaces a part of its source. */
  readonly edit?: [string, string]
}

const setupAt = at('2026-06-01T00:00:00Z')

/** Sets up collecting from invented banks. */
export async function collecting(t: TestContext): Promise<Collecting> {
  const folder = temporaryDirectory(t)
  const site = await startRateSite(t)
  const book = join(folder, 'ratebook.db')
  const sources = join(folder, 'sources')
  const captures = join(folder, 'captures')
  mkdirSync(sources)
  const store = await openSqliteStore(book, { mode: 'create' })
  t.after(() => store.close())
  const reviewer = { id: 'ann', name: 'Ann' }
  await store.append(async () => [
    { kind: 'reviewer-registered', institutionId: '', at: setupAt, reviewer },
  ])
  return {
    folder,
    book,
    store,
    site,
    async addBank(id, setup = {}) {
      const { isAccepted = true, isActive = true, isRegistered = true, path = id, edit } = setup
      writeSource(sources, id, `${site.origin}/${path}`, edit)
      const source = loadSources(sources).sources.find(
        ({ definition }) => definition.institution === id,
      )
      if (source === undefined) throw new Error(`The source of ${id} has problems.`)
      if (!isRegistered) return
      const head = { institutionId: id, at: setupAt }
      const institution = { ...unrated(id), active: isActive }
      await store.append(async () => [
        { ...head, kind: 'institution-registered', institution },
        ...(isAccepted
          ? [{ ...head, kind: 'source-accepted', by: 'ann', source: source.ref } as const]
          : []),
      ])
    },
    async collect(when, { ids, tools: others } = {}) {
      const instant: EntryClock =
        typeof when === 'string' ? { from: 'option', read: () => at(when) } : when
      const check = createAddressCheck(['127.0.0.1'])
      const limits = { pause: 0 }
      const userAgent = 'Ratebook/1.0.0 (+mailto:a@b.example)'
      const fetcher = createFetcher({ check, userAgent, now: instant.read, limits })
      const chosen = loadSources(sources).sources.filter(
        ({ definition }) => ids === undefined || ids.includes(definition.institution),
      )
      // In this process: the tests of the command read in the cage, which takes most of the time.
      const tools: CollectTools = {
        store,
        known: new Map(),
        instant,
        fetcher,
        captures: openCapturesFolder(captures),
        appendFetch: async (record) => appendFetch(captures, record),
        fetchedBefore: fullFetches(await readFetches(captures), instant.read()),
        hostClocks: createHostClocks([]),
        now: instant.read,
        read: readPages,
        listNames: async (list, pattern) => namesListed(list, pattern),
        checkEvidence: checkCells,
        isOneReviewerEnough: false,
        limits: defaultGateLimits,
        signal: new AbortController().signal,
        ...others,
      }
      const reports = await collectAll(chosen, tools)
      return reports.toSorted((a, b) => (a.institutionId < b.institutionId ? -1 : 1))
    },
    async entries() {
      const all: Entry[] = []
      for (let position = 1; ; position++) {
        const entry = await store.entryAt(position)
        if (entry === undefined) return all
        all.push(entry)
      }
    },
  }
}

/** How runs ended, one word each, and the kinds of their entries. */
export function outcomesOf(reports: readonly RunReport[]): readonly string[] {
  return reports.map((report) =>
    report.kind === 'entered' ? `${report.outcome} ${report.draft.kind}` : report.kind,
  )
}
