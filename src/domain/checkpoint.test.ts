import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkpointText, parseCheckpoint } from './checkpoint.ts'

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
