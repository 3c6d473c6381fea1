import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import {
  copyFileSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, until } from '../../support/cli.ts'
import { copyOf, makeSampleBook, sharedBook } from '../../support/sample-book.ts'
import { makeSmallBook } from '../../support/small-book.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { startReceiver, type ReceivedPost } from '../../share/webhooks/receiver.ts'
import {
  cursorId,
  cursorOf,
  eventTexts,
  startPosting,
  startWebhook,
  testSecret,
} from '../../share/webhooks/webhook-process.ts'

const small = sharedBook(makeSmallBook)
const sample = sharedBook(makeSampleBook)
const smallIds = ['p1-0', 'p2-0', 'p3-0', 'p3-1', 'p3-2']

/** How often a process is killed: 3 times in `npm test`, more often in `npm run test:faults`. */
const kills = process.env['FAULT_ROUNDS'] === undefined ? 3 : 8

const idOf = ({ body }: ReceivedPost): string => (JSON.parse(body) as { id: string }).id

suite('a webhook', { concurrency: 2 }, () => {
  test('every event is posted in order and signed, as /events lists it, and later ones follow', async (t) => {
    const began = Math.floor(Date.now() / 1_000)
    const book = copyOf(t, small())
    const receiver = await startReceiver(t)
    const webhook = startWebhook(t, book, receiver)
    assert.ok(await until(() => cursorId(book) === '3'), webhook.stderr())
    assert.equal(
      (await run(['check', 'alpha-bank', '--clock-is-right', '--database', book])).code,
      0,
    )
    assert.ok(await until(() => cursorId(book) === '4'))
    assert.deepEqual(
      receiver.received.map(({ body }) => body),
      await eventTexts(book),
    )
    assert.deepEqual(receiver.received.map(idOf), [...smallIds, 'p4-0'])
    const key = Buffer.from(testSecret.slice('whsec_'.length), 'base64')
    for (const { method, headers, body } of receiver.received) {
      const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers
      assert.match(String(id), /^evt_\d+_\d+_[0-9a-f]{16}$/)
      const signature = createHmac('sha256', key).update(
        `${String(id)}.${String(timestamp)}.${body}`,
      )
      assert.equal(headers['webhook-signature'], `v1,${signature.digest('base64')}`)
      assert.ok(Number(timestamp) >= began && Number(timestamp) <= Date.now() / 1_000)
      assert.deepEqual([method, headers['content-type']], ['POST', 'application/json'])
    }
    assert.equal(await webhook.stop(), 0, webhook.stderr())
  })

  test('a process that is killed again and again leaves no event out and keeps the order', async (t) => {
    const book = copyOf(t, sample())
    const expected = await eventTexts(book)
    assert.ok(expected.length > 100)
    // The receiver takes some time, so that a kill may come at any step.
    const receiver = await startReceiver(t, (_, response) => {
      setTimeout(() => response.writeHead(204).end(), 1)
    })
    for (let round = 1; round <= kills; round++) {
      const before = receiver.received.length
      const webhook = startWebhook(t, book, receiver)
      assert.ok(await until(() => receiver.received.length >= before + 10 * round))
      await webhook.stop('SIGKILL')
    }
    const last = startWebhook(t, book, receiver)
    const isComplete = (): boolean => receiver.received.at(-1)?.body === expected.at(-1)
    assert.ok(await until(isComplete), last.stderr())
    const distinct = receiver.received.filter(
      ({ headers }, index, all) => headers['webhook-id'] !== all[index - 1]?.headers['webhook-id'],
    )
    assert.deepEqual(
      distinct.map(({ body }) => body),
      expected,
    )
    assert.ok(receiver.received.length <= expected.length + kills)
    const webhookIds = new Set(distinct.map(({ headers }) => headers['webhook-id']))
    assert.equal(webhookIds.size, expected.length)
    assert.equal(await last.stop('SIGINT'), 0)
  })

  test('an event whose answer was lost is posted again after a restart, with the same webhook-id', async (t) => {
    const book = copyOf(t, small())
    let isSilent = true
    const receiver = await startReceiver(t, (post, response) => {
      if (!isSilent || idOf(post) !== 'p2-0') response.writeHead(200).end('thanks')
    })
    const killed = startPosting(t, book, receiver)
    assert.ok(await until(() => receiver.received.length === 2), killed.log())
    assert.equal(cursorId(book), 'p1-0')
    await killed.stop()
    isSilent = false
    const webhook = startPosting(t, book, receiver)
    assert.ok(await until(() => cursorId(book) === '3'), webhook.log())
    const ids = receiver.received.map(idOf)
    assert.deepEqual(ids, ['p1-0', 'p2-0', 'p2-0', ...smallIds.slice(2)])
    const [, first, second] = receiver.received
    assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id'])
    assert.equal(first?.body, second?.body)
    await webhook.stop()
  })

  test('a failure is tried again before anything else is posted', async (t) => {
    const book = copyOf(t, small())
    let posts = 0
    const receiver = await startReceiver(t, (_, response) => {
      posts++
      if (posts === 2) response.writeHead(503, { 'retry-after': '2' }).end()
      else if (posts === 3) response.writeHead(302, { location: '/other' }).end()
      else response.writeHead(204).end()
    })
    const webhook = startPosting(t, book, receiver)
    assert.ok(await until(() => cursorId(book) === '3'), webhook.log())
    assert.deepEqual(receiver.received.map(idOf), ['p1-0', 'p2-0', 'p2-0', ...smallIds.slice(1)])
    assert.deepEqual(new Set(receiver.received.map(({ path }) => path)), new Set(['/hook']))
    assert.match(webhook.log(), /answered 503/)
    assert.match(webhook.log(), /answered 302, and redirects are not followed/)
    await webhook.stop()
    assert.match(webhook.log(), /The receiver accepts events again/)
  })

  test('410 ends the delivery with exit code 75 and a sentence; the cursor stays', async (t) => {
    const book = copyOf(t, small())
    const receiver = await startReceiver(t, (post, response) =>
      response.writeHead(idOf(post) === 'p3-0' ? 410 : 204).end(),
    )
    const webhook = startPosting(t, book, receiver)
    assert.equal(await webhook.ended(), 75)
    assert.match(webhook.log(), /^The receiver answered 410: it wants no more events\.$/m)
    assert.deepEqual(
      [receiver.received.map(idOf), cursorId(book)],
      [['p1-0', 'p2-0', 'p3-0'], 'p2-0'],
    )
  })

  test('nothing reaches the receiver unless --allow-address names it; the event stays the next one', async (t) => {
    const book = copyOf(t, small())
    const receiver = await startReceiver(t)
    for (const host of ['localhost', '[::ffff:127.0.0.1]']) {
      const url = `http://${host}:${receiver.port}/hook`
      const refused = startPosting(
        t,
        copyOf(t, small()),
        { url },
        {
          allowAddress: ['10.0.0.0/8'],
        },
      )
      const isLogged = (): boolean => /the address \S+ is not public/.test(refused.log())
      assert.ok(await until(isLogged), `${url} ${refused.log()}`)
      await refused.stop()
    }
    assert.deepEqual(receiver.received, [])
    const webhook = startPosting(t, book, receiver, {
      allowAddress: ['10.0.0.0/8', '127.0.0.0/8'],
    })
    assert.ok(await until(() => cursorId(book) === '3'), webhook.log())
  })

  test('a process stops at a signal while the receiver is silent', async (t) => {
    const book = copyOf(t, small())
    const receiver = await startReceiver(t, () => {})
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const before = receiver.received.length
      const webhook = startWebhook(t, book, receiver)
      assert.ok(await until(() => receiver.received.length > before))
      assert.deepEqual([await webhook.stop(signal), cursorId(book)], [0, '0'], webhook.stderr())
    }
  })

  test('books that differ before an event give it different webhook-ids', async (t) => {
    const books = [copyOf(t, small()), copyOf(t, small()), copyOf(t, small())]
    const institutions = ['alpha-bank', 'alpha-bank', 'beta-finance']
    const at = ['--at', '2026-06-10T00:00:00Z']
    const ids: (readonly unknown[])[] = []
    for (const [index, book] of books.entries()) {
      const institution = institutions[index] ?? ''
      assert.equal((await run(['check', institution, ...at, '--database', book])).code, 0)
      assert.equal(
        (await run(['check', 'alpha-bank', '--database', book, '--at', '2026-06-11T00:00:00Z']))
          .code,
        0,
      )
      const receiver = await startReceiver(t)
      const webhook = startPosting(t, book, receiver)
      assert.ok(await until(() => cursorId(book) === '5'), webhook.log())
      await webhook.stop()
      ids.push(receiver.received.map(({ headers }) => headers['webhook-id']))
    }
    const [first = [], equal, forked = []] = ids
    assert.deepEqual(first, equal)
    assert.deepEqual(forked.slice(0, 5), first.slice(0, 5))
    assert.notEqual(forked[5], first[5])
    // The last event is the same in both books, but what came before it is not.
    assert.notEqual(forked[6], first[6])
  })

  test('filters move the cursor over the events that they leave out; --after begins a new cursor', async (t) => {
    const book = copyOf(t, small())
    const receiver = await startReceiver(t)
    const more = { after: { position: 1 }, kind: 'institution' } as const
    const webhook = startPosting(t, book, receiver, more)
    assert.ok(await until(() => cursorId(book) === '3'), webhook.log())
    assert.deepEqual(receiver.received.map(idOf), ['p2-0'])
    await webhook.stop()
    const again = startPosting(t, book, receiver, more)
    assert.ok(await until(() => again.log().includes('Events are posted')))
    await again.stop()
    assert.equal(receiver.received.length, 1)
  })

  test('a cursor that cannot be used ends the command with one sentence', async (t) => {
    const book = copyOf(t, small())
    const receiver = await startReceiver(t)
    const webhook = startWebhook(t, book, receiver)
    assert.ok(await until(() => cursorId(book) === '3'), webhook.stderr())
    const expectEnd = async (
      message: RegExp,
      code: number,
      url = receiver.url,
      from = book,
    ): Promise<void> => {
      const ended = startWebhook(t, from, { url })
      assert.equal(await ended.ended(), code, ended.stderr())
      const lines = ended.stderr().trimEnd().split('\n')
      assert.match(lines.at(-1) ?? '', message)
    }
    await expectEnd(/^Another process uses the cursor \S+\.$/, 78)
    const linked = copyOf(t, small())
    symlinkSync(cursorOf(book), cursorOf(linked))
    await expectEnd(/^Another process uses the cursor \S+\.$/, 78, receiver.url, linked)
    await webhook.stop()
    await expectEnd(/^The cursor \S+ belongs to another webhook URL\.$/, 78, `${receiver.url}2`)
    const other = copyOf(t, sample())
    copyFileSync(cursorOf(book), cursorOf(other))
    await expectEnd(/^The cursor \S+ belongs to another book\.$/, 78, receiver.url, other)
    writeFileSync(cursorOf(book), '{')
    await expectEnd(/^The cursor \S+ is damaged; .*\.$/, 78)
  })

  test('a book that lags behind the cursor is waited for', async (t) => {
    const [behind, ahead] = [copyOf(t, small()), copyOf(t, small())]
    const check = async (book: string, at: string): Promise<void> => {
      const args = ['check', 'alpha-bank', '--at', at, '--database', book]
      assert.equal((await run(args)).code, 0)
    }
    const times = ['2026-06-10T00:00:00Z', '2026-06-11T00:00:00Z', '2026-06-12T00:00:00Z'] as const
    await check(ahead, times[0])
    await check(ahead, times[1])
    const receiver = await startReceiver(t)
    const first = startPosting(t, ahead, receiver)
    assert.ok(await until(() => cursorId(ahead) === '5'), first.log())
    await first.stop()
    copyFileSync(cursorOf(ahead), cursorOf(behind))
    const lagging = startPosting(t, behind, receiver)
    const isLogged = (): boolean => lagging.log().includes('the book ends before position 5')
    assert.ok(await until(isLogged), lagging.log())
    const count = receiver.received.length
    for (const time of times) await check(behind, time)
    assert.ok(await until(() => cursorId(behind) === '6'), lagging.log())
    assert.deepEqual(receiver.received.slice(count).map(idOf), ['p6-0'])
    await lagging.stop()
  })

  test('a cursor that cannot be written: exit code 78 at the first start; later it is tried again', async (t) => {
    const book = copyOf(t, small())
    // A folder in the place of the temporary file fails each write.
    const obstacle = `${cursorOf(book)}.new`
    const receiver = await startReceiver(t, (post, response) => {
      if (idOf(post) === 'p2-0') mkdirSync(obstacle)
      response.writeHead(204).end()
    })
    mkdirSync(obstacle)
    const refused = startPosting(t, book, receiver)
    assert.equal(await refused.ended(), 78, refused.log())
    assert.match(refused.log(), /^The cursor \S+ cannot be written: .*\.$/m)
    rmdirSync(obstacle)
    const webhook = startPosting(t, book, receiver)
    const isLogged = (): boolean => webhook.log().includes('The cursor cannot be written')
    assert.ok(await until(isLogged), webhook.log())
    assert.deepEqual([receiver.received.map(idOf), cursorId(book)], [['p1-0', 'p2-0'], 'p1-0'])
    rmdirSync(obstacle)
    assert.ok(await until(() => cursorId(book) === '3'), webhook.log())
    assert.deepEqual(receiver.received.map(idOf), smallIds)
    await webhook.stop()
  })

  test('a book that is away for a moment is waited for, and another one in its place is not posted', async (t) => {
    const [book, other] = [copyOf(t, small()), copyOf(t, sample())]
    const receiver = await startReceiver(t)
    const webhook = startPosting(t, book, receiver)
    assert.ok(await until(() => cursorId(book) === '3'), webhook.log())
    renameSync(book, `${book}.away`)
    copyFileSync(other, book)
    await sleep(500)
    assert.deepEqual(receiver.received.map(idOf), smallIds)
    rmSync(book)
    renameSync(`${book}.away`, book)
    assert.equal(
      (await run(['check', 'alpha-bank', '--clock-is-right', '--database', book])).code,
      0,
    )
    assert.ok(await until(() => cursorId(book) === '4'), webhook.log())
    assert.deepEqual(receiver.received.map(idOf), [...smallIds, 'p4-0'])
    await webhook.stop()
  })

  const hook = ['--webhook', 'https://receiver.example/hook']

  test('options that do not go together: exit code 64 and one sentence', async (t) => {
    const cwd = dirname(copyOf(t, small()))
    const { code, stdout, stderr } = await run(['events', ...hook], { cwd })
    assert.deepEqual([code, stdout, stderr], [64, '', '--webhook needs --follow.\n'])
  })

  test('a wrong setting: exit code 78, and no secret is shown', async (t) => {
    const cwd = dirname(copyOf(t, small()))
    const env = { RATEBOOK_WEBHOOK_SECRET: `${testSecret} whsec_short` }
    const args = ['events', '--follow', ...hook, '--cursor', 'cursor']
    const { code, stdout, stderr } = await run(args, { cwd, env })
    assert.deepEqual([code, stdout], [78, ''], stderr)
    assert.match(stderr, /^RATEBOOK_WEBHOOK_SECRET is not a secret/)
    assert.doesNotMatch(stderr, /whsec_[^"\s$]{3}/)
  })

  test('the secret may be in a file, and two secrets give two signatures', async (t) => {
    const book = copyOf(t, small())
    const file = join(temporaryDirectory(t), 'secret')
    const second = `whsec_${Buffer.alloc(24, 9).toString('base64')}`
    writeFileSync(file, `${second}\n${testSecret}\n`)
    const receiver = await startReceiver(t)
    const webhook = startPosting(t, book, receiver, { webhookSecretFile: file })
    assert.ok(await until(() => cursorId(book) === '3'), webhook.log())
    const signatures = String(receiver.received[0]?.headers['webhook-signature'])
    assert.match(signatures, /^v1,\S{44} v1,\S{44}$/)
  })
})
