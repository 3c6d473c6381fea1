import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { test } from 'node:test'
import {
  checkpointText,
  parseCheckpoint,
  createSigner,
  isKeyName,
  parseNote,
  parseVerifierKey,
  verifierKeyOf,
  verifyNote,
  type NoteVerifier,
  type SignedNote,
  addLeaf,
  consistencyProof,
  createTree,
  inclusionProof,
  rootOf,
} from './checkpoint.ts'
import {
  cosignatureLine,
  privateKeyOf,
  testKey,
  testSigner,
} from '../../test/support/test-signer.ts'
import { readFileSync } from 'node:fs'
import { runs } from '../../test/support/generators.ts'
import {
  isConsistent,
  isIncluded,
  slowConsistency,
  slowInclusion,
  slowRoot,
} from '../../test/support/merkle-proofs.ts'

/** The example in the tests of golang.org/x/mod/sumdb/tlog: the root is the leaf hash of `hello world`. */
const text = 'go.sum database tree\n123456789012\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=\n'
const checkpoint = {
  origin: 'go.sum database tree',
  size: 123456789012,
  root: 'TszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=',
}

test('the published example of Go is written byte for byte, and read', () => {
  assert.equal(checkpointText(checkpoint), text)
  assert.deepEqual(parseCheckpoint(text), checkpoint)
})

test('the example of the specification is read', () => {
  const root = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I='
  const example = { origin: 'example.com/behind-the-sofa', size: 20852163, root }
  assert.deepEqual(parseCheckpoint(`example.com/behind-the-sofa\n20852163\n${root}\n`), example)
})

test('extension lines after the three lines are accepted, and an empty tree has size 0', () => {
  for (const extensions of ['JOE\n', 'JOE\n'.repeat(1_000)])
    assert.deepEqual(parseCheckpoint(text + extensions), checkpoint)
  const empty = text.replace('123456789012', '0')
  assert.deepEqual(parseCheckpoint(empty), { ...checkpoint, size: 0 })
})

const wrong: readonly (readonly [why: string, from: string, to: string, problem: RegExp])[] = [
  ['two lines', 'go.sum database tree\n', '', /three lines/],
  ['no newline at its end', 'Bb0=\n', 'Bb0=', /three lines/],
  ['text after its end', 'Bb0=\n', 'Bb0=\nJOE', /three lines/],
  ['an empty origin', 'go.sum database tree', '', /^line 1 is empty/],
  ['an empty extension line', 'Bb0=\n', 'Bb0=\n\nJOE\n', /^line 4 is empty/],
  ['a size with a leading zero', '123', '0123', /^line 2 is "0123.*, not a number of entries/],
  ['a negative size', '123', '-123', /^line 2/],
  ['a hexadecimal size', '123456789012', '0xabcdef', /^line 2/],
  ['a size beyond exact numbers', '123456789012', '9007199254740993', /^line 2/],
  ['a root that is too short', 'TszzRgjTG6xce', 'TszzRgjTG', /^line 3 .* not the Base64/],
  ['a root that is too long', 'HmuwBb0=', 'HmuwBTOOBIG=', /^line 3/],
  ['a root with bits that no byte uses', 'Bb0=', 'Bb1=', /^line 3/],
]

for (const [why, from, to, problem] of wrong) {
  test(`a checkpoint is refused: ${why}`, () => {
    const result = parseCheckpoint(text.replace(from, to))
    assert.match('problem' in result ? result.problem : 'accepted', problem)
  })
}

/** The example in the tests of golang.org/x/mod/sumdb/note, the implementation that C2SP describes. */
const neumann = {
  // The part after the byte that stands for Ed25519 in the published private key.
  seed: Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1),
  verifierKey: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  signature:
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
}
const note = `${neumann.text}\n${neumann.signature}`
const signer = createSigner('PeterNeumann', privateKeyOf(neumann.seed))

function parsed(text: string): SignedNote {
  const result = parseNote(text)
  assert.ok(!('problem' in result), JSON.stringify(result))
  return result
}

function verifierOf(key: string): NoteVerifier {
  const result = parseVerifierKey(key)
  assert.ok(!('problem' in result), JSON.stringify(result))
  return result
}

test('the published example of Go is signed byte for byte, and verified with its published key', () => {
  assert.equal(signer.sign(neumann.text), note)
  assert.equal(verifierKeyOf(signer), neumann.verifierKey)
  assert.equal(verifyNote(parsed(note), verifierOf(neumann.verifierKey)), undefined)
  assert.equal(parsed(note).text, neumann.text)
})

test('the text may contain blank lines, and signatures of other keys are ignored', () => {
  const text = 'one\n\ntwo\n'
  const both = signer.sign(text) + testSigner.sign(text).slice(text.length + 1)
  assert.equal(parsed(both).text, text)
  assert.deepEqual(
    parsed(both).signatures.map(({ name, id }) => `${name}+${id}`),
    ['PeterNeumann+c74f20a3', `rates.example+${testSigner.id}`],
  )
  for (const verifier of [signer, testSigner])
    assert.equal(verifyNote(parsed(both), verifier), undefined)
})

test('several signatures verify, as in the published example of Go with two keys', () => {
  const enochKey = 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop'
  const enoch =
    '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n'
  const both = parsed(note + enoch)
  for (const key of [neumann.verifierKey, enochKey])
    assert.equal(verifyNote(both, verifierOf(key)), undefined)
  const twice = parsed(note + enoch + enoch + neumann.signature)
  assert.equal(verifyNote(twice, verifierOf(enochKey)), undefined)
  for (const wrong of ['\u0001', '\u007f'])
    assert.match(JSON.stringify(parseNote(wrong + note)), /control character/)
})

test('a verifier key of a witness, as published, and the cosignature that the specification describes', () => {
  const remora = 'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2'
  assert.equal(verifierOf(remora).signs, 'cosignature')
  assert.equal(verifierKeyOf(verifierOf(remora)), remora)
  const text = 'rates.example\n3\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=\n'
  const { line, verifierKey } = cosignatureLine('witness.example/w1', testKey, text, 1679315147)
  const cosigned = testSigner.sign(text) + line
  assert.equal(verifyNote(parsed(cosigned), verifierOf(verifierKey)), undefined)
  assert.equal(verifyNote(parsed(cosigned), testSigner), undefined)
  const [, signature] = parsed(cosigned).signatures
  assert.ok(signature)
  for (let index = 0; index < signature.bytes.length; index++) {
    const bytes = Buffer.from(signature.bytes.map((byte, i) => (i === index ? byte ^ 1 : byte)))
    const altered: SignedNote = { text, signatures: [{ ...signature, bytes }] }
    assert.ok(verifyNote(altered, verifierOf(verifierKey)), `byte ${index}`)
  }
  const cut = { text, signatures: [{ ...signature, bytes: signature.bytes.subarray(8) }] }
  assert.match(verifyNote(cut, verifierOf(verifierKey))?.problem ?? '', /does not match/)
})

test('a changed text or a changed signature is refused', () => {
  const changed = [note.replace('answer', 'Answer'), note.replace('JnAM=', 'JnAN='), `\n${note}`]
  const last = parsed(note).signatures[0]
  assert.ok(last)
  for (const text of [changed[0], changed[2]]) {
    assert.deepEqual(verifyNote(parsed(text ?? ''), signer), {
      problem: 'the signature of PeterNeumann+c74f20a3 does not match the text.',
    })
  }
  for (let index = 0; index < last.bytes.length; index++) {
    const bytes = Buffer.from(last.bytes.map((byte, i) => (i === index ? byte ^ 1 : byte)))
    const altered: SignedNote = { text: neumann.text, signatures: [{ ...last, bytes }] }
    assert.ok(verifyNote(altered, signer), `byte ${index}`)
  }
  // The last digit of this Base64 has bits that no byte uses.
  assert.deepEqual(parseNote(changed[1] ?? ''), { problem: 'line 4 is not a signature.' })
})

test('one wrong signature of a known key is enough to refuse a note', () => {
  const [own] = parsed(note).signatures
  const [other] = parsed(signer.sign('other\n')).signatures
  assert.ok(own && other)
  const repeated = { text: neumann.text, signatures: [own, other] }
  assert.match(verifyNote(repeated, signer)?.problem ?? '', /does not match/)
})

test('another name and another key are refused, and the sentence says who signed', () => {
  const otherName = createSigner('JohnNeumann', privateKeyOf(neumann.seed))
  const otherKey = createSigner('PeterNeumann', testKey)
  for (const verifier of [otherName, otherKey]) {
    assert.deepEqual(verifyNote(parsed(note), verifier), {
      problem: `it is not signed by ${verifier.name}+${verifier.id} but by PeterNeumann+c74f20a3.`,
    })
  }
  // A signature that claims the name and ID of another key.
  const [signature] = parsed(note).signatures
  assert.ok(signature)
  const forged = { text: neumann.text, signatures: [{ ...signature, id: otherKey.id }] }
  assert.match(verifyNote(forged, otherKey)?.problem ?? '', /does not match/)
})

const malformed: readonly (readonly [why: string, text: string, problem: RegExp])[] = [
  ['nothing', '', /is empty/],
  ['no newline at the end', note.slice(0, -1), /does not end with a newline/],
  ['no blank line', neumann.text + neumann.signature, /no blank line/],
  ['no text', `\n${neumann.signature}`, /no blank line/],
  ['no signature', `${neumann.text}\n`, /no signature after its blank line/],
  ['line ends of Windows', note.replaceAll('\n', '\r\n'), /line 1 has a control character/],
  ['a tab', note.replace('answer to', 'answer\tto'), /line 1 has a control character/],
  ['a hyphen in place of the dash', note.replace('—', '-'), /line 4 is not a signature/],
  ['two spaces', note.replace('— ', '—  '), /line 4 is not a signature/],
  ['a plus sign in the name', note.replace('PeterN', 'Peter+N'), /line 4 is not a signature/],
  ['Base64 without padding', note.replace('AM=\n', 'AM\n'), /line 4 is not a signature/],
  ['a signature of four bytes', `${neumann.text}\n— PeterNeumann x08gow==\n`, /line 4/],
  ['text after the signature', `${note}more\n`, /line 5 is not a signature/],
]

for (const [why, text, problem] of malformed) {
  test(`a note is refused: ${why}`, () => {
    const result = parseNote(text)
    assert.match('problem' in result ? result.problem : 'accepted', problem)
  })
}

test('a verifier key with any one character changed or missing is refused', () => {
  const { verifierKey } = neumann
  const isRefused = (key: string): boolean => 'problem' in parseVerifierKey(key)
  for (let index = 0; index < verifierKey.length; index++) {
    const [before, after] = [verifierKey.slice(0, index), verifierKey.slice(index + 1)]
    const next = String.fromCharCode(verifierKey.charCodeAt(index) + 1)
    assert.ok(isRefused(before + after), before + after)
    assert.ok(isRefused(before + next + after), before + next + after)
  }
  // Published with Go: a key of another length, and an unknown algorithm, both with matching IDs.
  assert.ok(isRefused('PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY=='))
  assert.ok(isRefused('PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'))
})

test('the name of a key is not empty and has no spaces, plus signs or control characters', () => {
  for (const name of ['rates.example', 'example.com/abc123', 'Zürich', 'a'])
    assert.ok(isKeyName(name), name)
  for (const name of ['', 'a b', 'a+b', 'a\nb', 'a\u00a0b', 'a\u2003b', 'a\u3000', '\u0085'])
    assert.equal(isKeyName(name), false, JSON.stringify(name))
})

function treeOf(leaves: readonly Uint8Array[]) {
  const tree = createTree()
  for (const [index, leaf] of leaves.entries()) addLeaf(tree, index, leaf)
  return tree
}

function hexOf(hashes: readonly Uint8Array[]): readonly string[] {
  return hashes.map((one) => Buffer.from(one).toString('hex'))
}

/** The leaves and roots in the tests of the reference implementation of RFC 6962 (google/certificate-transparency). */
const reference = {
  leaves: [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ].map((leaf) => Buffer.from(leaf, 'hex')),
  roots: [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ],
}
/** Hashes of subtrees of that tree, by the leaves that they cover. */
const subtree = {
  '0': '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  '1': '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
  '4': 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  '0-1': 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  '2-3': '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  '4-5': '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
  '6-7': 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
  '0-3': 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4-7': '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
}
const inclusions = [
  [0, 1, []],
  [0, 8, [subtree['1'], subtree['2-3'], subtree['4-7']]],
  [5, 8, [subtree['4'], subtree['6-7'], subtree['0-3']]],
  [2, 3, [subtree['0-1']]],
  [1, 5, [subtree['0'], subtree['2-3'], subtree['4']]],
] as const
const consistencies = [
  [1, 1, []],
  [1, 8, [subtree['1'], subtree['2-3'], subtree['4-7']]],
  [6, 8, [subtree['4-5'], subtree['6-7'], subtree['0-3']]],
  [2, 5, [subtree['2-3'], subtree['4']]],
] as const

test('the published roots of the reference implementation of RFC 6962', () => {
  const tree = treeOf(reference.leaves)
  for (const [size, root] of reference.roots.entries())
    assert.equal(rootOf(tree, size).toString('hex'), root, `${size} leaves`)
})

test('the published inclusion and consistency proofs of the reference implementation', () => {
  const tree = treeOf(reference.leaves)
  for (const [index, size, proof] of inclusions)
    assert.deepEqual(hexOf(inclusionProof(tree, index, size)), proof, `leaf ${index} of ${size}`)
  for (const [from, to, proof] of consistencies)
    assert.deepEqual(hexOf(consistencyProof(tree, from, to)), proof, `${from} to ${to}`)
})

test('the verifiers of the tests accept real proofs of a log of certificates, published with golang.org/x/mod/sumdb/tlog', () => {
  const file = new URL('../../test/support/argon2020.json', import.meta.url)
  const argon = JSON.parse(readFileSync(file, 'utf8')) as Argon
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64')
  const head = { size: argon.tree_size, root: bytes(argon.sha256_root_hash) }
  const path = argon.audit_path.map(bytes)
  const leaf = bytes(argon.leaf_input)
  assert.ok(isIncluded(leaf, argon.leaf_index, head.size, path, head.root))
  assert.ok(!isIncluded(leaf, argon.leaf_index + 1, head.size, path, head.root))
  const earlier = { size: argon.earlier_size, root: bytes(argon.earlier_root_hash) }
  assert.ok(isConsistent(earlier, head, argon.consistency.map(bytes)))
})

type Argon = {
  readonly tree_size: number
  readonly sha256_root_hash: string
  readonly leaf_index: number
  readonly leaf_input: string
  readonly audit_path: readonly string[]
  readonly earlier_size: number
  readonly earlier_root_hash: string
  readonly consistency: readonly string[]
}

const digests = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), {
  minLength: 1,
  maxLength: 70,
  size: 'max',
})

test('roots and proofs of every size are those of the definition, and verify', () => {
  fc.assert(
    fc.property(digests, (leaves) => {
      const tree = treeOf(leaves)
      for (let size = 0; size <= leaves.length; size++)
        assert.deepEqual(rootOf(tree, size), slowRoot(leaves.slice(0, size)))
      const [to, root] = [leaves.length, rootOf(tree, leaves.length)]
      for (const [index, leaf] of leaves.entries()) {
        const proof = inclusionProof(tree, index, to)
        assert.deepEqual(proof, slowInclusion(leaves, index))
        assert.ok(isIncluded(leaf, index, to, proof, root))
        const from = { size: index + 1, root: rootOf(tree, index + 1) }
        const consistency = consistencyProof(tree, from.size, to)
        assert.deepEqual(consistency, slowConsistency(leaves, from.size))
        assert.ok(isConsistent(from, { size: to, root }, consistency))
      }
    }),
    runs(60),
  )
})

test('every proof with an altered hash is refused', () => {
  const leaves = Array.from({ length: 33 }, (_, index) => Buffer.alloc(32, index))
  const tree = treeOf(leaves)
  const head = { size: 33, root: rootOf(tree, 33) }
  for (const [index, leaf] of leaves.entries()) {
    const from = { size: index + 1, root: rootOf(tree, index + 1) }
    for (const altered of alterations(inclusionProof(tree, index, 33)))
      assert.ok(!isIncluded(leaf, index, 33, altered, head.root))
    for (const altered of alterations(consistencyProof(tree, from.size, 33)))
      assert.ok(!isConsistent(from, head, altered))
  }
})

/** A proof with one bit of one hash changed, with one hash less, and with one more. */
function alterations(proof: readonly Buffer[]): readonly (readonly Buffer[])[] {
  const flipped = proof.map((one) =>
    Buffer.from(one.map((byte, at) => (at === 0 ? byte ^ 1 : byte))),
  )
  const changed = proof.map((_, at) => proof.with(at, flipped[at] ?? Buffer.alloc(32)))
  return [...changed, ...proof.map((_, at) => proof.toSpliced(at, 1)), [...proof, Buffer.alloc(32)]]
}

test('a leaf that is added again replaces what stood from there on', () => {
  const leaves = Array.from({ length: 20 }, (_, index) => Buffer.alloc(32, index))
  const tree = treeOf(leaves)
  const other = leaves.map((leaf, index) => (index < 13 ? leaf : Buffer.alloc(32, 200 + index)))
  for (let index = 13; index < 20; index++) addLeaf(tree, index, other[index] ?? Buffer.alloc(0))
  for (let k = 0; k <= 20; k++) assert.deepEqual(rootOf(tree, k), slowRoot(other.slice(0, k)))
  assert.throws(() => rootOf(tree, 64), RangeError)
})
