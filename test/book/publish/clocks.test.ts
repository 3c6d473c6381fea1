import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { EntryClock } from '../../../src/book/publish/entry-instant.ts'
import { readInstitutions } from '../../../src/book/publish/input/read-institutions.ts'
import { readSheet } from '../../../src/book/publish/input/read-sheet.ts'
import { appendConfirmation, publish } from '../../../src/book/publish/publish.ts'
import { register } from '../../../src/book/publish/register.ts'
import { openPostgresStore } from '../../../src/book/store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../src/book/store/store.ts'
import { after, dayLength, type Instant } from '../../../src/domain/instant.ts'
import { testServer } from '../../support/postgres/database.ts'
import { newSmallBook } from '../../support/postgres/node.ts'
import { at } from '../../support/sample-market.ts'
import {
  byDefault,
  bytesOf,
  firstSheet,
  institutionOf,
  makeSmallBook,
  sheetOf,
} from '../../support/small-book.ts'
import { temporaryDirectory } from '../store/sqlite-books.ts'

const last = at('2026-06-01T06:00:00Z')
const hour = 3_600_000

/** A clock that is so many milliseconds after the last entry of the small book. */
function clock(difference: number, flags: Partial<EntryClock> = {}): EntryClock {
  return { from: 'clock', read: () => after(last, difference), ...flags }
}

/** The outcome of an attempt to append: the instants of its entries, the codes of its problems, and whether it warned. */
type Attempt = {
  readonly entered: readonly Instant[]
  readonly codes: readonly string[]
  readonly isWarned: boolean
}

type Append = (store: Store, source: EntryClock) => Promise<Attempt>

const appendings: Readonly<Record<string, Append>> = {
  async publish(store, source) {
    const verdict = await publish(
      store,
      readSheet(bytesOf(sheetOf({ scraped_at: '2026-06-01T05:00:00Z' }))),
      source,
      byDefault,
      { reason: 'a test' },
    )
    return {
      entered: verdict.kind === 'published' ? [verdict.entry.at] : [],
      codes: verdict.kind === 'refused' ? verdict.problems.map(({ code }) => code) : [],
      isWarned: verdict.warning !== undefined,
    }
  },
  async register(store, source) {
    const { institutions } = readInstitutions(bytesOf([institutionOf('gamma-bank')]))
    const { entries, problems, warning } = await register(store, institutions, source)
    return {
      entered: entries.map((entry) => entry.at),
      codes: problems.map(({ code }) => code),
      isWarned: warning !== undefined,
    }
  },
  check: (store, source) => confirm('rates-checked', store, source),
  verify: (store, source) => confirm('rates-verified', store, source),
}

async function confirm(
  kind: 'rates-checked' | 'rates-verified',
  store: Store,
  source: EntryClock,
): Promise<Attempt> {
  const confirmation = { kind, institutionId: 'beta-finance' }
  const outcome = await appendConfirmation(store, confirmation, source, () => {})
  return {
    entered: 'entry' in outcome && outcome.isNew ? [outcome.entry.at] : [],
    codes: 'problems' in outcome ? outcome.problems.map(({ code }) => code) : [],
    isWarned: outcome.warning !== undefined,
  }
}

/** Opens a new small book for writing. */
const openers: Readonly<Record<string, (t: TestContext) => Promise<Store>>> = {
  sqlite: async (t) =>
    openSqliteStore(await makeSmallBook(temporaryDirectory(t)), { mode: 'write' }),
  postgresql: async () =>
    openPostgresStore(await newSmallBook(await testServer()), { mode: 'write' }),
}

for (const [name, open] of Object.entries(openers)) {
  const onBook = (title: string, work: (store: Store) => Promise<void>): void => {
    void test(`${name}: ${title}`, async (t) => {
      const store = await open(t)
      try {
        await work(store)
      } finally {
        await store.close()
      }
    })
  }
  for (const [command, append] of Object.entries(appendings)) {
    onBook(`${command}: a clock behind the book, or far after it`, async (store) => {
      const refused = (code: string): Attempt => ({ entered: [], codes: [code], isWarned: false })
      const tooFar = -dayLength - 1
      assert.deepEqual(await append(store, clock(tooFar)), refused('clock-behind'))
      assert.deepEqual(await append(store, clock(180 * dayLength + 1)), refused('clock-ahead'))
      const option = { from: 'option' } as const
      const long = clock(180 * dayLength + 1, option)
      assert.deepEqual(await append(store, long), refused('clock-ahead'))
      assert.equal((await store.head()).position, 3)
      const moved = { entered: [last], codes: [], isWarned: true }
      assert.deepEqual(await append(store, clock(-dayLength)), moved)
      assert.deepEqual(await store.head(), { position: 4, at: last })
    })

    onBook(`${command}: --at-last-instant and --clock-is-right`, async (store) => {
      const behind = clock(-30 * dayLength, { atLastInstant: true })
      const moved = { entered: [last], codes: [], isWarned: true }
      assert.deepEqual(await append(store, behind), moved)
      const late = after(last, 200 * dayLength)
      const source = clock(200 * dayLength, { clockIsRight: true })
      const again = await append(store, source)
      // The sheet and the institution are in the book already.
      const isConfirmation = command === 'check' || command === 'verify'
      const entered = isConfirmation ? [late] : []
      assert.deepEqual(again, { entered, codes: [], isWarned: false })
    })
  }

  onBook('a duplicate sheet is unchanged whatever the clock says', async (store) => {
    for (const difference of [-400 * dayLength, -hour, 0, 400 * dayLength]) {
      const verdict = await publish(
        store,
        readSheet(bytesOf(firstSheet)),
        clock(difference),
        byDefault,
      )
      assert.deepEqual(verdict, { kind: 'unchanged', position: 3 })
    }
  })

  onBook('a check at a moved instant is entered once, by what the clock said', async (store) => {
    assert.deepEqual((await confirm('rates-checked', store, clock(-hour))).entered, [last])
    const again = await confirm('rates-checked', store, clock(-hour))
    assert.deepEqual(again, { entered: [], codes: [], isWarned: true })
    assert.deepEqual((await confirm('rates-checked', store, clock(-hour + 5))).entered, [last])
    const entries = [await store.entryAt(4), await store.entryAt(5)]
    assert.deepEqual(
      entries.map((entry) => entry && [entry.at, entry.clock]),
      [
        [last, after(last, -hour)],
        [last, after(last, -hour + 5)],
      ],
    )
  })

  onBook(
    'a sheet that was read after the moved instant is refused, with the warning',
    async (store) => {
      const sheet = readSheet(bytesOf(sheetOf({ scraped_at: '2026-06-01T07:00:00Z' })))
      const verdict = await publish(store, sheet, clock(-hour), byDefault)
      assert.ok(verdict.kind === 'refused')
      assert.deepEqual(
        verdict.problems.map(({ code }) => code),
        ['in-the-future'],
      )
      assert.match(String(verdict.warning), /This machine's clock says 2026-06-01T05:00:00Z/)
      assert.match(
        String(verdict.problems[0]?.message),
        /after the instant of its publication, 2026-06-01T06:00:00Z/,
      )
    },
  )
}
