import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { dueDay, releaseDaily, type DailySettings } from '../../../src/share/release/daily.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { finished, start } from '../../support/cli.ts'
import { makeSampleBook, sharedBook } from '../../support/sample-book.ts'
import { at } from '../../support/sample-market.ts'

const book = sharedBook(makeSampleBook)

test('a release is due from its hour on, in the time zone of the country', () => {
  const cases: readonly (readonly [string, number, string, string])[] = [
    ['2026-07-20T02:59:59Z', 3, 'UTC', '2026-07-19'],
    ['2026-07-20T03:00:00Z', 3, 'UTC', '2026-07-20'],
    ['2026-07-19T21:30:00Z', 3, 'Asia/Colombo', '2026-07-20'],
    ['2026-07-19T21:29:59Z', 3, 'Asia/Colombo', '2026-07-19'],
    ['2026-07-20T00:00:00Z', 0, 'UTC', '2026-07-20'],
    // The clocks of Berlin go from 2 to 3 o'clock on that night.
    ['2026-03-29T00:59:59Z', 2, 'Europe/Berlin', '2026-03-28'],
    ['2026-03-29T01:00:00Z', 2, 'Europe/Berlin', '2026-03-29'],
  ]
  for (const [now, hour, zone, day] of cases)
    assert.equal(dueDay(at(now), hour, zone), day, `${now} ${hour} ${zone}`)
})

test('a day has one release, to which latest points, also after a restart', async (t) => {
  const folder = temporaryDirectory(t)
  const written: string[] = []
  const releaseOn = async (now: string): Promise<void> => {
    const stop = new AbortController()
    const settings: DailySettings = {
      folder,
      hour: 3,
      timeZone: 'UTC',
      now: () => at(now),
      signal: stop.signal,
      write: async (path) => {
        mkdirSync(path)
      },
      onWritten: (path) => written.push(path),
      onFailure: (error) => assert.ifError(error),
    }
    const done = releaseDaily(settings)
    setImmediate(() => stop.abort())
    await done
  }
  await releaseOn('2026-07-20T03:00:00Z')
  await releaseOn('2026-07-20T23:00:00Z')
  assert.equal(readlinkSync(join(folder, 'latest')), '2026-07-20')
  await releaseOn('2026-07-21T03:00:00Z')
  assert.equal(readlinkSync(join(folder, 'latest')), '2026-07-21')
  assert.deepEqual(readdirSync(folder), ['2026-07-20', '2026-07-21', 'latest'])
  assert.deepEqual(written, [join(folder, '2026-07-20'), join(folder, '2026-07-21')])
})

test('release --daily writes a release at once if one is due, and ends with SIGTERM', async (t) => {
  const folder = temporaryDirectory(t)
  const child = start(['release', '--daily', '--folder', folder, '--database', book()])
  child.stderr?.once('data', () => child.kill('SIGTERM'))
  const { code, stdout, stderr } = await finished(child)
  assert.deepEqual([code, stdout], [0, ''], stderr)
  assert.match(stderr, /Released .*\.[^]*Stopped/)
  const [day = ''] = readdirSync(folder)
  assert.deepEqual(readdirSync(folder), [day, 'latest'])
  assert.ok(readdirSync(join(folder, 'latest')).includes('SHA256SUMS'))
})
