import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { run, startServer } from '../support/cli.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { brokenPromise, chooseFlip, flipped, tryFlip, type FlipResult } from './bit-flips.ts'
import { inFolder, makeKnownBook, writeBook, type KnownBook } from './known-book.ts'
import { flipWhileServed } from './live-flips.ts'

/** How many bits are flipped: 12 in `npm test`, 1,000 in `npm run test:faults`. */
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 12)
/** How many flips real commands see, and how many a running server. Each takes about a second. */
const [commands, live] = rounds < 1_000 ? [3, 2] : [20, 50]

let known: KnownBook
const results: FlipResult[] = []

before(async () => {
  known = await makeKnownBook()
})

test(`${rounds} flipped bits: no server starts with a changed entry, audit passes none, and none is called a bug`, async () => {
  for (let round = 0; round < rounds; round++) {
    const flip = chooseFlip(known, round)
    const result = await inFolder((folder) => tryFlip(folder, known, flip))
    assert.equal(brokenPromise(result), undefined, JSON.stringify(result))
    results.push(result)
  }
  for (const effect of ['changed', 'tail-lost'])
    assert.ok(
      results.some((result) => result.effect === effect),
      `no flip is ${effect}`,
    )
})

test('flipped bits: `serve` and `audit` end as the functions do that they call', async (t) => {
  for (const result of results.slice(0, commands)) {
    const cwd = temporaryDirectory(t)
    writeBook(cwd, flipped(known, result))
    const args = ['--database', 'ratebook.db']
    const audit = await run(['audit', ...args], { cwd })
    assert.equal(audit.code, result.audit, audit.stderr)
    if (result.serve === 0) {
      const server = await startServer(t, args, { cwd })
      assert.equal((await fetch(`${server.address}/health`)).status, 200)
      await server.stop()
    } else {
      const served = await run(['serve', '--port', '0', ...args], { cwd })
      assert.deepEqual([served.code, served.stdout], [result.serve, ''], served.stderr)
    }
  }
})

test(`${live} bits flipped while a server follows a book without a publisher: no answer changes, and a bit that damages nothing leaves /health at 200`, async (t) => {
  const cwd = temporaryDirectory(t)
  const path = writeBook(cwd, known.files)
  const server = await startServer(t, [], { cwd })
  for (let round = 0; round < live; round++) {
    const flip = chooseFlip(known, round, ['wal', 'main'])
    const result = await flipWhileServed(server, path, known, flip)
    assert.deepEqual(result.wrong, [], JSON.stringify(result))
  }
})
