import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseVerifierKey, verifyNote } from '../../../src/domain/checkpoint.ts'
import { at, marketOf, sampleEntries } from '../../support/sample-market.ts'
import { ask } from '../../support/ask.ts'
import { marketEntries } from '../../support/book-entries.ts'
import { isConsistent } from '../../support/merkle-proofs.ts'
import { cosignedNote, createTestApp } from '../../support/source.ts'
import {
  checkpointOver,
  cosignatureLine,
  testSigner,
  witnessKey,
} from '../../support/test-signer.ts'
import { readProof } from '../../support/tlog-proof.ts'

const market = marketOf(sampleEntries())
const digests = marketEntries(market).map(({ digest }) => digest)
const { verifierKey } = cosignatureLine('witness.example/w1', witnessKey, '', 0)

/** A server whose book keeps this checkpoint, with or without a key of its own. */
function keeping(note: string | undefined, signer?: typeof testSigner) {
  const source = {
    market: () => market,
    isHealthy: () => true,
    now: () => at('2026-08-01T00:00:00Z'),
    readKeptCheckpoint: () => Promise.resolve({ note }),
  }
  return createTestApp(source, { checkpointSigner: signer })
}
const early = cosignedNote(marketOf(sampleEntries().slice(0, 70)))
const alone = cosignedNote(market).split('\n').slice(0, -2).join('\n') + '\n'

async function textOf(app: ReturnType<typeof keeping>, target: string): Promise<string> {
  const { status, headers, body } = await ask(app, target)
  assert.equal(status, 200, body)
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  return body
}

async function detailOf(app: ReturnType<typeof keeping>, target: string, expected: number) {
  const { status, body } = await ask(app, target)
  assert.equal(status, expected, body)
  return (JSON.parse(body) as { readonly detail: string }).detail
}

test('GET /evidence/{id}/proof: the entry, its inclusion proof and a signed checkpoint, for every figure', async () => {
  const app = keeping(undefined, testSigner)
  for (const entry of market.entries) {
    if (entry.kind !== 'sheet-published') continue
    const proof = readProof(await textOf(app, `/evidence/p${entry.position}-1/proof`))
    assert.deepEqual(proof.entry, marketEntries(market)[entry.position - 1])
    assert.equal(verifyNote(proof.note, testSigner), undefined)
    assert.deepEqual(proof.checkpoint, checkpointOver(digests))
  }
})

test('a proof has the cosigned checkpoint if that covers the entry, and the signed head otherwise', async () => {
  const app = keeping(early, testSigner)
  const witness = parseVerifierKey(verifierKey)
  assert.ok(!('problem' in witness))
  const covered = readProof(await textOf(app, '/evidence/p69-3/proof'))
  assert.deepEqual(covered.checkpoint, checkpointOver(digests.slice(0, 70)))
  for (const one of [witness, testSigner]) assert.equal(verifyNote(covered.note, one), undefined)
  const later = readProof(await textOf(app, '/evidence/p79-1/proof'))
  assert.deepEqual(later.checkpoint, checkpointOver(digests))
  assert.equal(later.note.signatures.length, 1)
})

test('the documented proof is that of the sample market', async () => {
  const file = new URL('../../../docs/checkpoints.md', import.meta.url)
  const [, example = ''] =
    /```text\n(c2sp\.org\/tlog-proof@v1\n[^]*?)```/.exec(readFileSync(file, 'utf8')) ?? []
  const proof = await textOf(keeping(undefined, testSigner), '/evidence/p69-3/proof')
  const parts = example.split(/…/)
  assert.ok(proof.startsWith(parts[0] ?? ''))
  assert.ok(proof.endsWith(parts.at(-1)?.trimStart() ?? '?'))
  for (const part of parts) assert.ok(proof.includes(part), part)
})

test('a proof without a witness has the signed head, though the book keeps an older checkpoint of its publisher', async () => {
  const known = checkpointOver(digests.slice(0, 70))
  const older = testSigner.sign(`${known.origin}\n70\n${known.root}\n`)
  const signed = readProof(await textOf(keeping(older, testSigner), '/evidence/p69-3/proof'))
  assert.equal(signed.checkpoint.size, 79)
  const mirrored = readProof(await textOf(keeping(older), '/evidence/p69-3/proof'))
  assert.equal(mirrored.checkpoint.size, 70)
})

test('a server without a key, such as a mirror, gives the checkpoint that its book keeps, and proofs up to there', async () => {
  const app = keeping(early)
  assert.equal(await textOf(app, '/checkpoint'), early)
  assert.equal(await textOf(app, '/checkpoint/cosigned'), early)
  assert.equal(readProof(await textOf(app, '/evidence/p69-3/proof')).checkpoint.size, 70)
  assert.match(
    await detailOf(app, '/evidence/p79-1/proof', 404),
    /covers 70 entries, and the figure is in entry 79\./,
  )
})

test('/checkpoint/cosigned is 404 without a signature of another, and a kept checkpoint of another book does not count', async () => {
  const other = cosignedNote(marketOf(sampleEntries('india').slice(0, 20)))
  const ahead = cosignedNote(market).replace('\n79\n', '\n80\n')
  for (const note of [alone, other, ahead, 'not a note', undefined]) {
    assert.match(
      await detailOf(keeping(note, testSigner), '/checkpoint/cosigned', 404),
      /keeps no checkpoint that others have signed/,
    )
  }
  for (const note of [other, ahead, undefined]) {
    for (const target of ['/checkpoint', '/checkpoint/consistency', '/evidence/p69-3/proof'])
      assert.match(await detailOf(keeping(note), target, 404), /has no key to sign checkpoints/)
  }
})

test('an unknown figure has no proof, and while the book cannot be read there is none', async () => {
  const app = keeping(undefined, testSigner)
  for (const id of ['p69-99', 'p1-1', 'p80-1', 'x'])
    assert.match(await detailOf(app, `/evidence/${id}/proof`, 404), /no published figure/)
  const source = { market: () => market, isHealthy: () => false, now: () => market.at }
  const unread = () => Promise.resolve(undefined)
  const sick = createTestApp({ ...source, readEntry: unread, readKeptCheckpoint: unread })
  for (const target of ['/evidence/p69-3/proof', '/checkpoint/cosigned'])
    assert.match(await detailOf(sick, target, 503), /cannot be read at this moment/)
  assert.equal((await ask(sick, '/checkpoint')).status, 200)
  const entry = market.entries[68]
  assert.ok(entry)
  const otherBook = () => Promise.resolve({ entry, digest: '0'.repeat(64) })
  const replaced = createTestApp({ ...source, readEntry: otherBook })
  assert.match(await detailOf(replaced, '/evidence/p69-3/proof', 503), /cannot be read/)
})

test('GET /checkpoint/consistency: what a witness takes, from every earlier size', async () => {
  const app = keeping(undefined, testSigner)
  const head = await textOf(app, '/checkpoint')
  for (let from = 0; from <= 79; from++) {
    const body = await textOf(app, `/checkpoint/consistency?from=${from}`)
    const [first, ...proof] = body.slice(0, body.indexOf('\n\n')).split('\n')
    assert.equal(first, `old ${from}`)
    assert.equal(body.slice(body.indexOf('\n\n') + 2), head)
    if (from === 0) assert.deepEqual(proof, [])
    else assert.ok(isConsistent(rootAt(from), rootAt(79), proof.map(bytesOf)), String(from))
  }
  const { status, body } = await ask(app, '/checkpoint/consistency?from=80')
  assert.equal(status, 422)
  assert.match(body, /from is 80, but the checkpoint of this server covers 79 entries\./)
  const mirror = await textOf(keeping(early), '/checkpoint/consistency?from=42')
  assert.ok(mirror.endsWith(`\n\n${early}`))
})

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'base64')
}

function rootAt(size: number) {
  return { size, root: bytesOf(checkpointOver(digests.slice(0, size)).root) }
}

test('texts that may change while the book stays are not kept by the response cache, and their ETag names them', async () => {
  let note: string | undefined = early
  const source = {
    market: () => market,
    isHealthy: () => true,
    now: () => at('2026-08-01T00:00:00Z'),
    readKeptCheckpoint: () => Promise.resolve({ note }),
  }
  const app = createTestApp(source, { checkpointSigner: undefined })
  const targets = ['/checkpoint', '/checkpoint/cosigned', '/evidence/p69-3/proof']
  const before = await Promise.all(targets.map((target) => ask(app, target)))
  note = cosignedNote(market)
  for (const [index, target] of targets.entries()) {
    const { status, headers, body } = await ask(app, target, {
      'if-none-match': before[index]?.headers['etag'] ?? '',
    })
    assert.equal(status, 200)
    assert.notEqual(headers['etag'], before[index]?.headers['etag'])
    assert.ok(body.endsWith(note))
    const again = await ask(app, target, { 'if-none-match': headers['etag'] ?? '' })
    assert.equal(again.status, 304)
  }
})
