import assert from 'node:assert/strict'
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../test/book/store/sqlite-books.ts'
import { at } from '../../../test/support/sample-market.ts'
import { eventIdText, parseEventId } from '../../book/query/ids.ts'
import { exitCodes, Failure } from '../../domain/failure.ts'
import type { Instant } from '../../domain/instant.ts'
import type { FollowedPlace } from './follow-events.ts'
import { deliver, readCursor, type Cursor } from './post-events.ts'
import { retryDelay } from './retry.ts'
import { lockFile, replaceJsonFile } from './state-file.ts'
import type { PostResult } from './webhook.ts'

const delays = { random: () => 1 }
const accepted: PostResult = { status: 204, retryAfter: undefined }
const answer = (status: number, retryAfter?: string): PostResult => ({ status, retryAfter })

type Run = {
  readonly end: 'stopped' | 'gone'
  readonly steps: readonly string[]
  readonly log: string[]
}

/**
 * Delivers events to a receiver that gives the results in order, then accepts. The first writes of the cursor fail. Aborts
 * after a number of waits.
 */
async function run(
  places: readonly FollowedPlace[],
  results: readonly PostResult[],
  { mostWaits = Infinity, failedWrites = 0 } = {},
): Promise<Run> {
  const steps: string[] = []
  const log: string[] = []
  const remaining = [...results]
  const stop = new AbortController()
  let [waits, writes] = [0, 0]
  const end = await deliver(iterate(places), {
    post(event) {
      steps.push(`post ${eventIdText(event)}`)
      return Promise.resolve(remaining.shift() ?? accepted)
    },
    saveCursor(place) {
      steps.push(`save ${eventIdText(place)}`)
      return ++writes > failedWrites
        ? Promise.resolve()
        : Promise.reject(new Error('the disk is full'))
    },
    wait(milliseconds) {
      steps.push(`wait ${milliseconds}`)
      if (++waits >= mostWaits) stop.abort()
      return Promise.resolve()
    },
    log: {
      info: (_: object, message: string) => log.push(message),
      warn: (_: object, message: string) => log.push(message),
    } as never,
    signal: stop.signal,
    now: () => 0 as Instant,
    delays,
  })
  return { end, steps, log }
}

async function* iterate(places: readonly FollowedPlace[]): AsyncGenerator<FollowedPlace> {
  yield* places
}

/** A place, and an event at it unless the id is a bare position. */
const placeOf = (id: string): FollowedPlace => {
  const place = parseEventId(id) ?? assert.fail(id)
  const { position, line } = place
  if (line === undefined) return { place }
  const event = { position, line, at: at('2026-01-01T00:00:00Z'), institutionId: 'alpha' }
  return { place, event: { ...event, kind: 'checked', attribution: {} } }
}

const three = ['p1-0', 'p1-1', 'p2-0'].map(placeOf)

test('each event is posted after the one before it was accepted and its id stored', async () => {
  assert.deepEqual(await run(three, []), {
    end: 'stopped',
    steps: ['post p1-0', 'save p1-0', 'post p1-1', 'save p1-1', 'post p2-0', 'save p2-0'],
    log: [],
  })
})

test('a place without an event moves the cursor, and nothing is posted', async () => {
  const { steps } = await run(['1', 'p2-0', '5'].map(placeOf), [])
  assert.deepEqual(steps, ['save 1', 'post p2-0', 'save p2-0', 'save 5'])
})

test('every failure but 410 is tried again, and nothing after it is posted before', async () => {
  const failures = [
    answer(500),
    answer(404),
    answer(301),
    answer(199),
    answer(400),
    { failure: 'the connection was refused' },
  ]
  const { end, steps, log } = await run(three.slice(0, 2), failures)
  const [first, ...others] = [1, 2, 4, 8, 16, 32].map((seconds) => `wait ${seconds * 1_000}`)
  assert.deepEqual(
    [end, steps],
    [
      'stopped',
      [
        'post p1-0',
        first,
        ...others.flatMap((wait) => ['post p1-0', wait]),
        'post p1-0',
        'save p1-0',
        'post p1-1',
        'save p1-1',
      ],
    ],
  )
  assert.match(log.join('\n'), /answered 301, and redirects are not followed/)
  assert.equal(log.at(-1), 'The receiver accepts events again.')
})

test('410 ends the delivery, and the cursor stays', async () => {
  const { end, steps } = await run(three, [accepted, answer(410)])
  assert.deepEqual([end, steps], ['gone', ['post p1-0', 'save p1-0', 'post p1-1']])
})

test('attempts do not end, and the log has a line in an hour for the same failure', async () => {
  const { end, steps, log } = await run(three, Array<PostResult>(5_000).fill(answer(503)), {
    mostWaits: 4_000,
  })
  const posts = steps.filter((step) => step === 'post p1-0')
  assert.deepEqual([end, posts.length, steps.includes('save p1-0')], ['stopped', 4_000, false])
  assert.equal(steps.at(-1), 'wait 300000')
  assert.equal(log.length, 1 + Math.floor(4_000 / 12))
})

test('a failure for another reason is logged at once', async () => {
  const { log } = await run(three, [answer(503), answer(503), answer(500), answer(503)])
  const reasons = log.map((line) => /answered \d+/.exec(line)?.[0])
  assert.deepEqual(reasons, ['answered 503', 'answered 500', 'answered 503', undefined])
})

test('a delivery that is stopped while it waits does not post again', async () => {
  const { end, steps } = await run(three, [answer(500)], { mostWaits: 1 })
  assert.deepEqual([end, steps], ['stopped', ['post p1-0', 'wait 1000']])
})

test('a cursor that cannot be written is tried again, and nothing is posted before', async () => {
  const { end, steps, log } = await run(three.slice(0, 2), [], { failedWrites: 2 })
  const saves = ['save p1-0', 'wait 1000', 'save p1-0', 'wait 2000', 'save p1-0']
  assert.deepEqual([end, steps], ['stopped', ['post p1-0', ...saves, 'post p1-1', 'save p1-1']])
  assert.deepEqual(log, [
    'The cursor cannot be written: the disk is full. The next attempt is in 1 s.',
    'The cursor is written again.',
  ])
  const stopped = await run(three, [], { failedWrites: 9, mostWaits: 1 })
  assert.deepEqual(stopped.steps, ['post p1-0', 'save p1-0', 'wait 1000'])
})

test('the delay doubles up to five minutes, and at least half of it is always waited', () => {
  const delayOf = (attempt: number, random: number): number =>
    retryDelay(attempt, undefined, 0, { random: () => random })
  assert.deepEqual(
    [delayOf(1, 0), delayOf(1, 1), delayOf(4, 0), delayOf(4, 1)],
    [500, 1_000, 4_000, 8_000],
  )
  for (const attempt of [10, 100, 1_000, 1_000_000]) {
    assert.deepEqual([delayOf(attempt, 0), delayOf(attempt, 1)], [150_000, 300_000])
  }
})

test('Retry-After delays the next attempt, at most for an hour', () => {
  const now = Date.UTC(2026, 10, 6, 8, 49, 37)
  const delayOf = (retryAfter: string): number => retryDelay(1, retryAfter, now, delays)
  const cases: readonly [retryAfter: string, delay: number][] = [
    ['0', 1_000],
    ['1', 1_000],
    ['120', 120_000],
    ['3600', 3_600_000],
    ['3601', 3_600_000],
    ['999999999999999999999', 3_600_000],
    ['Fri, 06 Nov 2026 08:50:37 GMT', 60_000],
    ['Fri, 06 Nov 2026 08:40:37 GMT', 1_000],
    ['Fri, 06 Nov 2099 08:40:37 GMT', 3_600_000],
    ['soon', 1_000],
    ['-5', 1_000],
    ['1.5', 1_000],
    ['2099', 2_099_000],
    ['', 1_000],
  ]
  for (const [retryAfter, delay] of cases) assert.equal(delayOf(retryAfter), delay, retryAfter)
})

const webhook = 'https://receiver.example/hook'
const cursor: Cursor = { webhook, after: 'p12-3', position: 20, digest: 'abc' }

const isConfigurationFailure = (message: RegExp) => (error: unknown) =>
  error instanceof Failure &&
  error.exitCode === exitCodes.configuration &&
  message.test(error.message) &&
  !error.message.includes('\n')

test('a cursor is read as it was written, and nobody else may read it', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'cursor')
  assert.equal(await readCursor(path, webhook), undefined)
  await replaceJsonFile(path, { ...cursor, after: '12' })
  await replaceJsonFile(path, cursor)
  assert.deepEqual(await readCursor(path, webhook), cursor)
  assert.equal(readFileSync(path, 'utf8'), `${JSON.stringify(cursor)}\n`)
  assert.deepEqual([statSync(path).mode & 0o777, readdirSync(folder)], [0o600, ['cursor']])
})

test('a half-written cursor of a process that was killed does not matter', async (t) => {
  const path = join(temporaryDirectory(t), 'cursor')
  await replaceJsonFile(path, cursor)
  writeFileSync(`${path}.new`, '{"webhook":')
  assert.deepEqual(await readCursor(path, webhook), cursor)
  await replaceJsonFile(path, { ...cursor, after: '13' })
  assert.deepEqual(await readCursor(path, webhook), { ...cursor, after: '13' })
  // As an earlier version stored it.
  await replaceJsonFile(path, { ...cursor, after: '12.3' })
  assert.deepEqual(await readCursor(path, webhook), { ...cursor, after: '12.3' })
})

test('a device is no cursor, and is not read', async () => {
  await assert.rejects(
    readCursor('/dev/zero', cursor.webhook),
    /^Failure: The cursor \/dev\/zero cannot be read: it is no file of at most \d+ bytes\.$/,
  )
})

test('a damaged cursor, and that of another webhook, are refused with one sentence', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'cursor')
  const { after: _, ...incomplete } = cursor
  const texts = [
    '',
    '12.3',
    'null',
    '[]',
    JSON.stringify(cursor).slice(0, -1),
    JSON.stringify(incomplete),
    ...['', '-1', '1.2.3', 'x', 12].map((after) => JSON.stringify({ ...cursor, after })),
    JSON.stringify({ ...cursor, position: '20' }),
    JSON.stringify({ ...cursor, position: 1.5 }),
    JSON.stringify({ ...cursor, digest: null }),
    '\0'.repeat(100),
  ]
  for (const text of texts) {
    writeFileSync(path, text)
    await assert.rejects(readCursor(path, webhook), isConfigurationFailure(/ is damaged; /), text)
  }
  await replaceJsonFile(path, cursor)
  await assert.rejects(
    readCursor(path, `${webhook}2`),
    isConfigurationFailure(/belongs to another webhook URL/),
  )
  mkdirSync(join(folder, 'directory'))
  await assert.rejects(
    readCursor(join(folder, 'directory'), webhook),
    isConfigurationFailure(/cannot be read/),
  )
})

test('a cursor has one lock at a time', (t) => {
  const path = join(temporaryDirectory(t), 'cursor')
  const unlock = lockFile('cursor', path)
  assert.throws(
    () => lockFile('cursor', path),
    isConfigurationFailure(/Another process uses the cursor/),
  )
  unlock()
  lockFile('cursor', path)()
  assert.throws(
    () => lockFile('cursor', join(path, 'nowhere', 'cursor')),
    isConfigurationFailure(/cannot be locked/),
  )
})

test('a cursor and a symbolic link to it are one cursor with one lock, also before there is one', async (t) => {
  const folder = temporaryDirectory(t)
  const [path, link, second] = ['cursor', 'link', 'second'].map((name) => join(folder, name))
  mkdirSync(join(folder, 'here'))
  symlinkSync('../cursor', join(folder, 'here', 'link'))
  symlinkSync(join('here', 'link'), link ?? '')
  symlinkSync('link', second ?? '')
  for (const expected of [undefined, cursor]) {
    const names = [path, link, second] as [string, string, string]
    for (const held of names) {
      const unlock = lockFile('cursor', held)
      for (const name of names)
        assert.throws(() => lockFile('cursor', name), isConfigurationFailure(/Another process/))
      unlock()
      assert.deepEqual(await readCursor(held, webhook), expected)
    }
    await replaceJsonFile(second ?? '', cursor)
    assert.deepEqual(await readCursor(path ?? '', webhook), cursor)
    assert.ok(lstatSync(link ?? '').isSymbolicLink() && lstatSync(second ?? '').isSymbolicLink())
  }
  symlinkSync('loop', join(folder, 'loop'))
  assert.throws(
    () => lockFile('cursor', join(folder, 'loop')),
    isConfigurationFailure(/cannot be locked/),
  )
})
