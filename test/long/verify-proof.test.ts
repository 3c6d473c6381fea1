import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Market } from '../../src/book/market/market.ts'
import { verifierKeyOf } from '../../src/domain/checkpoint.ts'
import type { Entry } from '../../src/domain/entry.ts'
import type { Offer } from '../../src/domain/offer.ts'
import { lineLimit } from '../../src/domain/stored-entry.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { ask } from '../support/ask.ts'
import { marketOf, sampleEntries } from '../support/sample-market.ts'
import { cosignedNote, createTestApp } from '../support/source.ts'
import { cosignatureLine, testKey, testSigner, witnessKey } from '../support/test-signer.ts'

/** The program that `docs/checkpoints.md` links to. */
const program = fileURLToPath(new URL('../../docs/verify_proof.py', import.meta.url))
const publisher = verifierKeyOf(testSigner)
const witness = cosignatureLine('witness.example/w1', witnessKey, '', 0).verifierKey

function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync('python3', [program, ...args], { encoding: 'utf8' })
  return { code: status, stdout, stderr }
}

/** The proofs of the sample market, with a witness, by id. */
const proofs = (...ids: readonly string[]) => proofsOf(marketOf(sampleEntries()), ...ids)

/** The sample market with other parts of the offers of its 69th entry, and another note. */
function withSheet(parts: Partial<Offer>, note?: string): readonly Entry[] {
  return sampleEntries().map((entry) => {
    if (entry.kind !== 'sheet-published' || entry.position !== 69) return entry
    const offers = entry.sheet.offers.map((offer) => ({ ...offer, ...parts }))
    return { ...entry, sheet: { ...entry.sheet, offers }, ...(note !== undefined && { note }) }
  })
}

async function proofsOf(market: Market, ...ids: readonly string[]): Promise<readonly string[]> {
  const source = {
    market: () => market,
    isHealthy: () => true,
    now: () => market.at,
    readKeptCheckpoint: () => Promise.resolve({ note: cosignedNote(market) }),
  }
  const app = createTestApp(source)
  return Promise.all(ids.map(async (id) => (await ask(app, `/evidence/${id}/proof`)).body))
}

test('docs/verify_proof.py has at most 320 lines, and imports the standard library only', () => {
  const text = readFileSync(program, 'utf8')
  assert.ok(text.split('\n').length - 1 <= 320)
  assert.deepEqual(text.match(/^\s*(?:import|from) .*$/gm), [
    'import base64, binascii, datetime, hashlib, json, os, re, sys',
  ])
})

// The program needs Python, so only `npm run test:faults` runs it.
if (process.env['FAULT_ROUNDS'] !== undefined) {
  test('docs/verify_proof.py says yes, and in words what the proof proves', async (t) => {
    const [proof = '', last = ''] = await proofs('p69-3', 'p79-1')
    const file = join(temporaryDirectory(t), 'p69-3.tlog-proof')
    writeFileSync(file, proof)
    const { code, stdout, stderr } = run(file, publisher, witness, 'p69-3')
    assert.deepEqual([code, stderr], [0, ''])
    assert.equal(
      stdout,
      `peoples-bank published on 2026-06-04T00:00:00.000Z (sample data), read from https://www.peoplesbank.lk/interest-rate at 2026-06-04T00:00:00Z:
  p69-3  general, 12 months, paid at maturity (standard FD): 7.25 % a year
Entry 69 of the 79 entries of rates.example. Later entries may correct or replace it.
Signed by rates.example (publisher)
Signed by witness.example/w1 (witness) at 2026-07-20 00:00:00Z
`,
    )
    const guide = new URL('../../docs/checkpoints.md', import.meta.url)
    assert.ok(readFileSync(guide, 'utf8').includes(run(file, publisher, 'p69-3').stdout))
    assert.match(run(file, publisher).stdout, /p69-1 .*\n {2}p69-2 .*\n {2}p69-3 .*\n {2}p69-4 /)
    writeFileSync(file, last)
    assert.equal(run(file, witness).code, 0)
  })

  test('docs/verify_proof.py verifies a proof whatever the terminal can write', async (t) => {
    const product = 'ස්ථාවර තැන්පතු'
    const [proof = ''] = await proofsOf(marketOf(withSheet({ product })), 'p69-3')
    const file = join(temporaryDirectory(t), 'proof')
    writeFileSync(file, proof)
    for (const encoding of ['cp1252', 'ascii:strict', 'utf-8']) {
      const env = { ...process.env, PYTHONIOENCODING: encoding }
      const args = [program, file, publisher, 'p69-3']
      const { status, stdout, stderr } = spawnSync('python3', args, { encoding: 'utf8', env })
      assert.deepEqual([status, stderr], [0, ''], encoding)
      assert.ok(stdout.includes(encoding === 'utf-8' ? product : '(\\u0dc3\\u0dca'), stdout)
    }
  })

  test('docs/verify_proof.py reads the proof of the longest line, and refuses a longer one with a sentence', async (t) => {
    const file = join(temporaryDirectory(t), 'proof')
    const write = async (length: number): Promise<number> => {
      const [proof = ''] = await proofsOf(marketOf(withSheet({}, 'x'.repeat(length))), 'p69-3')
      writeFileSync(file, proof)
      const extra = Buffer.from(/extra (.*)/.exec(proof)?.[1] ?? '', 'base64')
      return extra.length - 65
    }
    const longest = lineLimit - (await write(1)) + 1
    assert.equal(await write(longest), lineLimit)
    assert.deepEqual([run(file, publisher, 'p69-3').code], [0])
    assert.equal(await write(longest + 1), lineLimit + 1)
    const refused = run(file, publisher, 'p69-3')
    assert.equal(refused.code, 2)
    assert.match(
      refused.stderr,
      /its entry is longer than 16777216 bytes, the maximum of a line\.\n$/,
    )
    const endless = run('/dev/zero', publisher)
    assert.equal(endless.code, 2)
    assert.match(
      endless.stderr,
      /^\/dev\/zero cannot .* is larger than \d+ bytes, the maximum of a/,
    )
  })

  test('docs/verify_proof.py takes no key under two names', async (t) => {
    const [proof = ''] = await proofs('p69-3')
    const file = join(temporaryDirectory(t), 'proof')
    writeFileSync(file, proof)
    const again = cosignatureLine('witness.example/w1', testKey, '', 0).verifierKey
    const { code, stderr } = run(file, publisher, again)
    assert.equal(code, 2)
    assert.match(stderr, /two of the verifier keys are one key, so they are one signer\.\n$/)
  })

  test('docs/verify_proof.py prints no text of an entry as a line of its own', async (t) => {
    const marks = '\u0085\u009b\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069'
    const product = `FD\nSigned by bank.example (witness)\u001b[2J${marks}`
    const [proof = ''] = await proofsOf(marketOf(withSheet({ product })), 'p69-3')
    const file = join(temporaryDirectory(t), 'proof')
    writeFileSync(file, proof)
    const { code, stdout } = run(file, publisher, 'p69-3')
    assert.equal(code, 0)
    assert.match(
      stdout,
      /\(FD\?Signed by bank\.example \(witness\)\?\[2J\?{11}\): 7\.25 % a year\n/,
    )
    assert.equal(stdout.match(/^Signed by /gm)?.length, 1)
  })

  test('docs/verify_proof.py ends a line at a line feed only', async (t) => {
    const [proof = ''] = await proofs('p69-3')
    const file = join(temporaryDirectory(t), 'proof')
    for (const separator of ['\u0085', '\u2028', '\u2029']) {
      writeFileSync(file, `${proof}— a${separator}b AAAA${separator}\n`)
      const { code, stderr } = run(file, publisher, witness, 'p69-3')
      assert.deepEqual([code, stderr], [0, ''])
      writeFileSync(file, proof.replace(/(\n[^\n]{44})\n([^\n]{44}\n)/, `$1${separator}$2`))
      const joined = run(file, publisher)
      assert.equal(joined.code, 2)
      assert.match(joined.stderr, /is not Base64/)
    }
  })

  test('docs/verify_proof.py says no, and why', async (t) => {
    const [proof = '', other = ''] = await proofs('p69-3', 'p79-1')
    const folder = temporaryDirectory(t)
    const file = join(folder, 'proof.tlog-proof')
    const stranger = cosignatureLine('witness.example/w1', testKey, '', 0).verifierKey
    const [head = '', note = ''] = proof.split('\n\nrates')
    const extraOf = (text: string): string => /extra (.*)/.exec(text)?.[1] ?? ''
    const cases = [
      [proof, [stranger], 1, /witness\.example\/w1\+[0-9a-f]{8} has not signed it/],
      [proof, [publisher, 'p70-1'], 1, /has no figure p70-1; its figures are p69-1 to p69-4/],
      [proof, [publisher, 'p69-5'], 1, /has no figure p69-5/],
      [proof.replace('\n79\n', '\n80\n'), [publisher], 1, /signature of .* does not match/],
      [proof.replace('\n79\n', '\n68\n'), [publisher], 1, /not within the checkpoint/],
      [proof.replace('index 68', 'index 67'), [publisher], 1, /the index is not that of the entry/],
      [proof.replace(extraOf(proof), extraOf(other)), [publisher], 1, /the index is not/],
      [altered(proof, /index 68\n./), [publisher], 1, /not in the tree/],
      [proof.replace(/\n[^\n]{44}\n\n/, '\n\n'), [publisher], 1, /has too few hashes/],
      [proof.replace(/(\n[^\n]{44})\n\n/, '$1$1\n\n'), [publisher], 1, /has too many hashes/],
      [altered(proof, /— rates\.example .{9}/), [publisher], 1, /signature of .* does not match/],
      [proof.replace('AABqXW', 'AABqXX'), [witness], 1, /signature of .* does not match/],
      [proof.replace('— witness', '— witnexx'), [witness], 1, /has not signed it/],
      [`${head}\n`, [publisher], 2, /does not have the lines of a proof/],
      [`${head}\n\nrates${note}more\n`, [publisher], 2, /does not have the lines of a proof/],
      [proof.replaceAll('\n', '\r\n'), [publisher], 2, /does not have the lines of a proof/],
      ['', [publisher], 2, /does not have the lines of a proof/],
      [proof, ['rates.example+70e99047+x'], 2, /is not Base64/],
      [proof, [publisher.replace('70e', '71e')], 2, /is not the verifier key/],
      [proof, ['p69-3'], 2, /^Verifies|cannot be verified/],
    ] as const
    for (const [text, args, expected, message] of cases) {
      writeFileSync(file, text)
      const { code, stdout, stderr } = run(file, ...args)
      assert.deepEqual([code, stdout], [expected, ''], `${args.join(' ')} ${stderr}`)
      assert.match(stderr, message)
      assert.match(stderr, /^[^\n]+\n$/)
    }
    assert.equal(run().code, 2)
    assert.match(run(join(folder, 'missing'), publisher).stderr, /missing cannot be verified: /)
  })

  /** A text with another character at the end of the match. */
  function altered(text: string, pattern: RegExp): string {
    return text.replace(pattern, (found) => found.slice(0, -1) + (found.endsWith('A') ? 'B' : 'A'))
  }

  test('docs/verify_proof.py refuses every proof with one altered, removed or added byte', async (t) => {
    const [proof = ''] = await proofs('p69-3')
    const folder = temporaryDirectory(t)
    const file = join(folder, 'proof.tlog-proof')
    writeFileSync(file, proof)
    // One process tries all: `check` is what the program calls.
    const driver = `
import sys
sys.path.insert(0, ${JSON.stringify(join(program, '..'))})
sys.dont_write_bytecode = True
import verify_proof
data = open(${JSON.stringify(file)}, 'rb').read()
keys = [verify_proof.read_key(one) for one in sys.argv[1:]]
verify_proof.check(data.decode(), keys)
accepted, tried = [], 0
for place in range(len(data)):
    for name, altered in [
        ('bit', data[:place] + bytes([data[place] ^ 1]) + data[place + 1:]),
        ('case', data[:place] + bytes([data[place] ^ 32]) + data[place + 1:]),
        ('removed', data[:place] + data[place + 1:]),
        ('added', data[:place] + data[place:place + 1] + data[place:]),
    ]:
        if altered == data:
            continue
        tried += 1
        try:
            verify_proof.check(altered.decode(), keys)
            accepted.append((name, place, altered[max(0, place - 10):place + 10]))
        except (verify_proof.Refused, verify_proof.Unreadable, UnicodeDecodeError):
            pass
print(tried, accepted)
`
    const { stdout, stderr } = spawnSync('python3', ['-c', driver, publisher, witness], {
      encoding: 'utf8',
    })
    assert.equal(stderr, '')
    const [, tried, accepted] = /^(\d+) (.*)\n$/.exec(stdout) ?? []
    assert.ok(Number(tried) > 10_000, stdout)
    assert.equal(accepted, '[]')
  })

  test('docs/verify_proof.py verifies the published signatures of RFC 8032 and real proofs of a log of certificates, and words an offer', () => {
    const argon = fileURLToPath(new URL('../support/argon2020.json', import.meta.url))
    const driver = `
import base64, json, sys
sys.path.insert(0, ${JSON.stringify(join(program, '..'))})
sys.dont_write_bytecode = True
import verify_proof as v
vectors = [
  ('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', '', 'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b'),
  ('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c', '72', '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00'),
  ('fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025', 'af82', '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a'),
]
for key, message, signature in vectors:
    key, message, signature = bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature)
    assert v.is_signature(key, message, signature)
    assert not v.is_signature(key, message + b'x', signature)
    assert not v.is_signature(key, message, signature[:63])
    higher = (int.from_bytes(signature[32:], 'little') + v.ORDER).to_bytes(32, 'little')
    assert not v.is_signature(key, message, signature[:32] + higher)
    for place in range(64):
        assert not v.is_signature(key, message, signature[:place] + bytes([signature[place] ^ 4]) + signature[place + 1:])
offer = {'variant': 'senior_citizen', 'tenure': '3', 'tenureDays': 90, 'tenureTo': '12', 'payout': 'annual', 'minimumDeposit': '5000', 'rate': '9.5'}
assert v.offer_text(offer, 'LKR') == 'senior citizen, 90 days to 12 months, paid annually, from LKR 5000: 9.5 % a year'
argon = json.load(open(${JSON.stringify(argon)}))
leaf = v.sha256(b'\\0', base64.b64decode(argon['leaf_input']))
path = [base64.b64decode(one) for one in argon['audit_path']]
root = v.root_from(leaf, argon['leaf_index'], argon['tree_size'], path)
assert root == base64.b64decode(argon['sha256_root_hash'])
print('good')
`
    const { stdout, stderr } = spawnSync('python3', ['-c', driver], { encoding: 'utf8' })
    assert.deepEqual([stdout, stderr], ['good\n', ''])
  })
}
