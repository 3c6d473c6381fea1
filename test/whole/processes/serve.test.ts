import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { digestOf, run, runAlone, startServer, until } from '../../support/cli.ts'
import { copyOf, makeSampleBook, sharedBook } from '../../support/sample-book.ts'
import { samples } from '../../support/sample-market.ts'
import { makeSmallBook, offerOf, sheetOf, withReason, writeJson } from '../../support/small-book.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'

const small = sharedBook(makeSmallBook)
const sample = sharedBook(makeSampleBook)

test('serve --sample: the printed URLs answer, a sample market is marked as such, and a second start keeps the book', async (t) => {
  const cwd = temporaryDirectory(t)
  const book = join(cwd, 'sample-sri-lanka.db')
  const sample = ['--sample', 'sri-lanka']
  const first = await startServer(t, sample, { cwd })
  assert.match(
    first.stdout(),
    /^Ratebook answers at http:\/\/127\.0\.0\.1:\d+ \(sample data, not current rates\)\n/,
  )
  const urls =
    first
      .stdout()
      .match(/^ {2}http:\S+$/gm)
      ?.map((url) => url.trim()) ?? []
  assert.equal(urls.length, 3)
  for (const url of urls) {
    const answer = await fetch(url)
    assert.equal(answer.status, 200, url)
    assert.ok((await answer.text()).length > 100, url)
  }
  await until(() => first.stderr().includes('not current rates'))
  const log = first
    .stderr()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: number; msg: string })
  assert.ok(
    log.some(
      ({ level, msg }) =>
        level === 40 && /built from samples: these are not current rates/.test(msg),
    ),
  )
  assert.ok(log.some(({ msg }) => /new book was filled/.test(msg)))
  const document = (await (await fetch(`${first.address}/openapi.json`)).json()) as {
    servers: { description: string; 'x-ratebook-sample': boolean }[]
  }
  const [server] = document.servers
  assert.match(server?.description ?? '', /Sample data: these are not current rates/)
  assert.equal(server?.['x-ratebook-sample'], true)
  const position = await positionAt(first.address)
  assert.equal(position, 79)
  assert.equal((await first.stop()).code, 0)
  const before = digestOf(book)

  const second = await startServer(t, sample, { cwd })
  assert.equal(await positionAt(second.address), position)
  assert.equal((await second.stop('SIGINT')).code, 0)
  assert.doesNotMatch(second.stderr(), /new book was filled/)
  assert.match(second.stderr(), /not current rates/)
  assert.equal(digestOf(book), before)
})

test('a book of real sheets is not marked as a sample, and --base-path is part of every URL', async (t) => {
  const server = await startServer(t, ['--base-path', '/rates/lk'], {
    cwd: dirname(copyOf(t, small())),
  })
  assert.match(server.stdout(), /^Ratebook answers at http:\/\/127\.0\.0\.1:\d+\/rates\/lk\n/)
  assert.doesNotMatch(server.stdout() + server.stderr(), /sample/)
  for (const [path, status] of [
    ['/health', 200],
    ['/docs', 200],
    ['/', 200],
    ['/institution/alpha-bank', 200],
    // The server has no signing key.
    ['/checkpoint', 404],
  ] as const) {
    assert.equal((await fetch(server.address + path, { redirect: 'manual' })).status, status)
  }
  assert.equal((await fetch(new URL('/health', server.address))).status, 404)
})

test('a publication by another process shows, and no response mixes two positions', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const server = await startServer(t, [], { cwd })
  const stop = new AbortController()
  let [last, answers] = [0, 0]
  // Every rate of the sheet at position n is n.5, so a response that mixes two positions is noticed.
  const watch = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const answer = await fetch(`${server.address}/rates/current`)
      const position = Number(answer.headers.get('ratebook-position'))
      const rates = new Set(
        ((await answer.json()) as { rate_pa: string }[]).map(({ rate_pa }) => rate_pa),
      )
      assert.ok(position >= last, 'the position never falls')
      if (position > 3) assert.deepEqual([...rates], [`${position}.500`])
      last = position
      answers++
      await sleep(5)
    }
  }
  const watching = watch()
  for (let position = 4; position <= 7; position++) {
    const offers = Array.from({ length: 40 }, (_, month) =>
      offerOf({ tenure_months: String(month + 1), rate_pa: `${position}.5` }),
    )
    const sheet = sheetOf({ scraped_at: `2026-06-1${position}T00:00:00Z`, offers })
    // The pauses differ, so that publications fall on different moments between two polls of the book.
    await sleep((position - 4) * 170)
    const done = await run(
      ['publish', ...withReason, writeJson(cwd, `${position}.json`, sheet), '--at-scraped'],
      {
        cwd,
      },
    )
    assert.match(done.stdout, new RegExp(`published at position ${position},`))
    const shown = await until(async () => (await positionAt(server.address)) === position)
    assert.ok(shown)
  }
  await until(() => last === 7)
  stop.abort()
  await watching
  assert.ok(answers > 10)
  assert.ok(
    await until(() => /"position":7,"msg":"The market moved\."/.test(server.stderr())),
    server.stderr(),
  )
})

test('a book that goes away and comes back', async (t) => {
  const book = copyOf(t, sample())
  const server = await startServer(t, [], { cwd: dirname(book) })
  const healthIs = (status: number) => async () =>
    (await fetch(`${server.address}/health`)).status === status

  await t.test(
    'while the book is missing, /health is 503 within two seconds and the data endpoints answer; then /health is 200 again',
    async () => {
      const before = await (await fetch(`${server.address}/rates/current`)).text()
      assert.ok(await healthIs(200)())
      renameSync(book, `${book}.aside`)
      assert.ok(await until(healthIs(503)))
      const health = await fetch(`${server.address}/health`)
      assert.ok(Number(health.headers.get('retry-after')) > 0)
      assert.equal(health.headers.get('content-type'), 'application/problem+json')
      const data = await fetch(`${server.address}/rates/current`)
      assert.deepEqual([data.status, await data.text()], [200, before])
      renameSync(`${book}.aside`, book)
      assert.ok(await until(healthIs(200)))
      assert.ok(
        await until(() =>
          /answers stay those of position 79\.[^]*can be read again/i.test(server.stderr()),
        ),
        server.stderr(),
      )
    },
  )

  await t.test(
    'a book restored from a backup is followed, and another book is not served',
    async () => {
      copyFileSync(book, `${book}.backup`)
      renameSync(`${book}.backup`, book)
      const verified = await run(['verify', 'peoples-bank', '--at', '2026-07-29T00:00:00Z'], {
        cwd: dirname(book),
      })
      assert.match(verified.stdout, /verified at position 80/)
      assert.ok(await until(async () => (await positionAt(server.address)) === 80))
      assert.ok(await until(healthIs(200)))

      copyFileSync(small(), `${book}.other`)
      renameSync(`${book}.other`, book)
      assert.ok(await until(healthIs(503)))
      assert.ok(await until(() => /not the one that was served/.test(server.stderr())))
      assert.equal(await positionAt(server.address), 80)
    },
  )
  assert.equal((await server.stop()).code, 0)
})

test('a taken port is a message and exit 78', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  t.after(() => other.close())
  await once(other, 'listening')
  const taken = String((other.address() as AddressInfo).port)
  const cwd = dirname(copyOf(t, small()))
  const ours = String((await startServer(t, [], { cwd })).port)
  // An open port for the metrics does not keep the process from ending.
  for (const [port, ...metrics] of [[taken, '--metrics-port', '0'], [ours]]) {
    const args = ['serve', '--port', port ?? '', ...metrics]
    const { code, stdout, stderr } = await runAlone(args, { cwd })
    assert.deepEqual([code, stdout], [78, ''])
    assert.match(
      stderr,
      new RegExp(
        `The server cannot listen on 127\\.0\\.0\\.1, port ${port}: .*EADDRINUSE.*--port\\.`,
      ),
    )
    assert.doesNotMatch(stderr, /\n +at /)
  }
})

test('a new server answers every request of its first moment, and /ready turns from 503 to 200', async (t) => {
  const server = await startServer(t, [], { cwd: dirname(copyOf(t, sample())) })
  const targets = [
    '/institutions',
    '/rates/current',
    '/rates/history/peoples-bank',
    '/rates/changes',
    '/compare?tenure_months=12',
    '/summary',
    '/summary/history?tenure_months=12',
    '/freshness',
    '/reports/best-rates',
    '/health',
  ]
  const statusOf = async (target: string): Promise<number> => {
    const response = await fetch(server.address + target)
    await response.arrayBuffer()
    return response.status
  }
  const clients = Array.from({ length: 10 }, () => targets.map(statusOf)).flat()
  const ready = [await statusOf('/ready')]
  assert.deepEqual(new Set(await Promise.all(clients)), new Set([200]))
  assert.ok(
    await until(async () => {
      ready.push(await statusOf('/ready'))
      return ready.at(-1) === 200
    }),
  )
  // The server may be warm before the first probe arrives; no other status may occur.
  assert.deepEqual(
    ready.filter((status) => status !== 200 && status !== 503),
    [],
  )
  assert.equal((await server.stop()).code, 0)
})

test('a failed fill leaves no partly filled book behind', async (t) => {
  const cwd = temporaryDirectory(t)
  const folder = join(cwd, 'samples')
  const sheets = join(folder, 'sheets')
  mkdirSync(sheets, { recursive: true })
  for (const name of ['institutions.json', 'ratebook.yaml'])
    copyFileSync(join(samples, name), join(folder, name))
  writeJson(
    sheets,
    'good.json',
    JSON.parse(readFileSync(join(samples, 'sheets/amana-bank--2026-07-20.json'), 'utf8')),
  )
  writeJson(
    sheets,
    'wrong.json',
    sheetOf({ institution_id: 'amana-bank', offers: [offerOf({ rate_pa: '0' })] }),
  )
  const { code, stdout, stderr } = await run(['serve', '--port', '0', '--sample', folder], { cwd })
  assert.deepEqual([code, stdout], [65, ''])
  assert.match(stderr, /wrong\.json: refused\n {2}offers\[0\]\.rate_pa: /)
  const sameBook = ['--database', 'sample-samples.db']
  const again = await startServer(t, ['--sample', 'sri-lanka', ...sameBook], { cwd })
  assert.equal(await positionAt(again.address), 79)
})

async function positionAt(address: string): Promise<number> {
  const answer = await fetch(`${address}/institutions`)
  await answer.arrayBuffer()
  return Number(answer.headers.get('ratebook-position'))
}
