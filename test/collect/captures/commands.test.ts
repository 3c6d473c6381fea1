import assert from 'node:assert/strict'
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openCapturesFolder } from '../../../src/collect/captures/folder.ts'
import { appendFetch } from '../../../src/collect/captures/logs.ts'
import { dayLength, instantText, type Instant } from '../../../src/domain/instant.ts'
import { flipBit } from '../../book/store/sqlite-books.ts'
import { run } from '../../support/cli.ts'
import { appendTo } from '../../support/held-sheets.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { at } from '../../support/sample-market.ts'
import { makeSmallBook } from '../../support/small-book.ts'
import { bodyOf, fetched, fileOf, originOf } from './evidence.ts'

const small = sharedBook(makeSmallBook)

/** A book, a folder of captures beside it, and a function that runs `ratebook captures`. */
function capturesOf(t: TestContext) {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const folder = join(cwd, 'captures')
  return {
    book,
    cwd,
    folder,
    captures: (...args: string[]) => run(['captures', ...args], { cwd, now }),
  }
}

/** The clock of these commands: captures are kept for 90 days, and the book begins in June. */
const now = at('2026-11-20T12:00:00Z')
const daysAgo = (days: number) => instantText(Math.floor(now - days * dayLength) as Instant)

const verified = { kind: 'rates-verified', institutionId: 'alpha-bank' } as const

test('captures verify names each damaged and missing file that the book or the log cites, with exit code 74', async (t) => {
  const { book, folder, captures } = capturesOf(t)
  const digests: string[] = []
  for (const day of [1, 2, 3, 4, 5])
    digests.push(await fetched(folder, `2026-07-0${day}T00:00:00Z`, bodyOf(day)))
  const [damaged = '', lost = '', lostOfLog = '', altered = '', whole = ''] = digests
  const instant = '2026-07-05T00:00:00Z'
  await appendTo(book, { ...verified, at: at(instant), origin: originOf(lost, instant) })
  const before = await captures('verify')
  assert.deepEqual(before, {
    code: 0,
    signal: null,
    stdout: '5 captures, 5 fetches, nothing damaged or missing\n',
    stderr: '',
  })
  flipBit(fileOf(folder, damaged), 30)
  // A bit of the gzip header that says which system wrote the file.
  flipBit(fileOf(folder, altered), 9)
  rmSync(fileOf(folder, lost))
  rmSync(fileOf(folder, lostOfLog))
  writeFileSync(join(folder, 'sha256', 'note.txt'), '')
  addText(join(folder, 'log', '2026-07.ndjson'), '{"at":"2026-07-06T00:00:00Z"}\n')
  const { code, stdout, stderr } = await captures('verify')
  assert.equal(code, 74)
  assert.match(
    stderr,
    /^3 captures, 5 fetches, 6 damaged or missing: restore them from a backup\.\n$/,
  )
  const path = (digest: string) => join('sha256', digest.slice(0, 2), `${digest}.gz`)
  assert.deepEqual(
    new Set(stdout.trimEnd().split('\n')),
    new Set([
      `${path(damaged)} is damaged: it cannot be decompressed.`,
      `${path(altered)} is damaged: its compressed bytes have changed, its body has not.`,
      `${path(lost)} is missing; position 4 of the book cites it.`,
      `${path(lostOfLog)} is missing; the log cites it for alpha-bank, page rates.`,
      'sha256/note.txt is not a capture: its name is no digest.',
      'log/2026-07.ndjson is damaged in line 6.',
    ]),
  )
  // A body under the name of another one.
  renameSync(fileOf(folder, whole), fileOf(folder, damaged))
  const swapped = await captures('verify')
  assert.match(swapped.stdout, new RegExp(`${damaged}.gz is damaged: its content does not match`))
})

test('captures prune keeps what the book cites, the ends of runs, and 90 days; verify agrees afterwards', async (t) => {
  const { book, folder, captures } = capturesOf(t)
  const ages = [140, 139, 138, 137, 136, 135, 134, 80, 79, 78]
  const digests = new Map<number, string>()
  for (const age of ages) {
    const failed = age === 135 || age === 134
    const more = failed ? { outcome: 'failed' as const, status: 503 } : {}
    const digest = await fetched(folder, daysAgo(age), bodyOf(age), more)
    digests.set(age, digest)
  }
  const unknown = await openCapturesFolder(folder).put(Buffer.from('not in the log'))
  const leftover = `${fileOf(folder, unknown)}.killed.new`
  writeFileSync(leftover, 'half')
  const running = `${fileOf(folder, unknown)}.running.new`
  for (const path of globSync('sha256/*/*', { cwd: folder }))
    utimesSync(join(folder, path), now / 1000 - 91 * 86_400, now / 1000 - 91 * 86_400)
  writeFileSync(running, 'half')
  utimesSync(running, now / 1000, now / 1000)
  const cited = digests.get(138) ?? ''
  await appendTo(book, { ...verified, at: at(daysAgo(77)), origin: originOf(cited, daysAgo(138)) })

  const dry = await captures('prune', '--dry-run')
  assert.equal(dry.code, 0, dry.stderr)
  assert.match(
    dry.stdout,
    /^8 captures kept: 1 cited by the book, 6 first or last of a run, 1 newer than 90 days\n3 captures would be removed, \d+ bytes\n1 leftover of killed runs would be removed\n$/,
  )
  assert.equal(globSync('sha256/*/*', { cwd: folder }).length, 13)
  const { code, stdout } = await captures('prune')
  assert.equal(code, 0)
  assert.equal(stdout, dry.stdout.replaceAll('would be removed', 'removed'))
  const gone = ages.filter((age) => !existsSync(fileOf(folder, digests.get(age) ?? '')))
  // 140 and 136 are the ends of the first run, 135 and 134 of the failures, 80 and 78 of the last run.
  assert.deepEqual(gone, [139, 137])
  assert.deepEqual(
    [unknown, leftover, running].map((name) =>
      existsSync(name.length === 64 ? fileOf(folder, name) : name),
    ),
    [false, false, true],
  )
  assert.match((await captures('prune')).stdout, /\n0 captures removed, 0 bytes\n0 leftovers/)
  assert.equal((await captures('verify')).code, 0)

  // A pruned body that is fetched again and then lost is missing.
  await fetched(folder, daysAgo(-1), bodyOf(139))
  rmSync(fileOf(folder, digests.get(139) ?? ''))
  const lost = await captures('verify')
  assert.equal(lost.code, 74)
  assert.match(lost.stdout, /is missing; the log cites it for alpha-bank, page rates\.\n$/)
})

test('a changed sheet ends a run of unchanged fetches', async (t) => {
  const { book, folder, captures } = capturesOf(t)
  const ages = [130, 129, 128, 127, 126, 125]
  for (const age of ages) {
    const digest = await fetched(folder, daysAgo(age), bodyOf(age))
    utimesSync(fileOf(folder, digest), 0, 0)
  }
  assert.match((await captures('prune', '--dry-run')).stdout, /\n4 captures would be removed/)
  await appendTo(book, { ...changedSheet, at: at(daysAgo(127.5)) })
  assert.match(
    (await captures('prune', '--dry-run')).stdout,
    /^4 captures kept: 0 cited by the book, 4 first/,
  )
})

const changedSheet = {
  kind: 'sheet-published',
  institutionId: 'alpha-bank',
  sheet: {
    institutionId: 'alpha-bank',
    sourceUrl: 'https://alpha-bank.example/',
    scrapedAt: at('2026-06-02T00:00:00Z'),
    currency: 'LKR',
    complete: false,
    covers: ['general'],
    offers: [],
  },
  changes: [],
  sample: false,
} as const

test('captures prune and export stop at a damaged log, and name the line', async (t) => {
  const { cwd, folder, captures } = capturesOf(t)
  const digest = await fetched(folder, '2026-01-01T00:00:00Z', bodyOf(1))
  await fetched(folder, '2026-01-02T00:00:00Z', bodyOf(2))
  utimesSync(fileOf(folder, digest), 0, 0)
  flipBit(join(folder, 'log', '2026-01.ndjson'), 40)
  const pruned = await captures('prune')
  assert.equal(pruned.code, 74)
  assert.match(
    pruned.stderr,
    /log\/2026-01\.ndjson, line 1 is damaged, so nothing was removed\. Restore/,
  )
  assert.ok(existsSync(fileOf(folder, digest)))
  const exported = await captures('export', '--warc', 'pages.warc')
  assert.equal(exported.code, 74)
  assert.match(
    exported.stderr,
    /log\/2026-01\.ndjson is damaged in line 1; see: ratebook captures verify\./,
  )
  assert.deepEqual(globSync('pages*', { cwd }), [])
})

test('captures without a folder, without a book, and with a folder from the environment', async (t) => {
  const { cwd, folder, captures } = capturesOf(t)
  for (const args of [['verify'], ['prune'], ['export', '--warc', 'pages.warc']]) {
    const { code, stderr } = await captures(...args)
    assert.equal(code, 78)
    assert.match(
      stderr,
      /^There is no folder \S+; give the folder of the captured pages: --captures\.\n$/,
    )
  }
  assert.equal(existsSync(folder), false)
  mkdirSync(folder)
  assert.equal(
    (await captures('verify')).stdout,
    '0 captures, 0 fetches, nothing damaged or missing\n',
  )
  assert.equal((await captures('prune')).code, 0)
  assert.equal((await captures('prune', '--database', 'absent.db')).code, 78)
  assert.equal((await captures('export')).code, 64)
  assert.equal((await captures('prun')).code, 64)
  await fetched(join(cwd, 'elsewhere'), '2026-01-01T00:00:00Z', bodyOf(1))
  await appendFetch(join(cwd, 'elsewhere'), {
    at: at('2026-01-02T00:00:00Z'),
    institutionId: 'alpha-bank',
    page: 'rates',
    format: 'html',
    url: 'https://alpha-bank.example/',
    outcome: 'failed',
    message: 'The host cannot be resolved.',
  })
  const env = { RATEBOOK_CAPTURES: 'elsewhere' }
  const { stdout } = await run(['captures', 'verify'], { cwd, env })
  assert.equal(stdout, '1 capture, 2 fetches, nothing damaged or missing\n')
})

function addText(path: string, text: string): void {
  writeFileSync(path, readFileSync(path, 'utf8') + text)
}
