import assert from 'node:assert/strict'
import { parseCheckpoint, parseNote } from '../../src/domain/checkpoint.ts'
import { digestOf, parseLogLine } from '../../src/domain/stored-entry.ts'
import { isIncluded } from './merkle-proofs.ts'

/** Reads a proof of C2SP `tlog-proof` as its reader must, and verifies all but the signatures. */
export function readProof(text: string) {
  const end = text.indexOf('\n\n')
  const [head, noteText] = [text.slice(0, end), text.slice(end + 2)]
  const [version, extra = '', indexLine = '', ...path] = head.split('\n')
  assert.equal(version, 'c2sp.org/tlog-proof@v1')
  const [previous = '', line = '', ...rest] = Buffer.from(extra.replace(/^extra /, ''), 'base64')
    .toString()
    .split('\n')
  assert.deepEqual(rest, [])
  const entry = parseLogLine(line)
  assert.ok(typeof entry !== 'string', line)
  assert.equal(digestOf(previous, entry), entry.digest)
  assert.equal(indexLine, `index ${entry.position - 1}`)
  const note = parseNote(noteText)
  assert.ok(!('problem' in note), noteText)
  const checkpoint = parseCheckpoint(note.text)
  assert.ok(!('problem' in checkpoint), note.text)
  const leaf = Buffer.from(entry.digest, 'hex')
  const hashes = path.map((one) => Buffer.from(one, 'base64'))
  const root = Buffer.from(checkpoint.root, 'base64')
  assert.ok(isIncluded(leaf, entry.position - 1, checkpoint.size, hashes, root))
  return { entry, note, checkpoint, path }
}
