import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cosignatureLine,
  privateKeyOf,
  testKey,
  testSigner,
} from '../../test/support/test-signer.ts'
import {
  createSigner,
  isKeyName,
  parseNote,
  parseVerifierKey,
  verifierKeyOf,
  verifyNote,
  type NoteVerifier,
  type SignedNote,
} from './signed-note.ts'

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
