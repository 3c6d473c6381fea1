import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { digestOfBody, type Captures } from '../../../src/collect/captures/captures.ts'

/** The contract of the port: the tests that every evidence store passes. `open` makes an empty store. */
export function capturesContract(name: string, open: (t: TestContext) => Captures): void {
  const bodies: readonly (readonly [string, Uint8Array])[] = [
    ['an empty body', new Uint8Array()],
    ['a text', Buffer.from('<h1>Rates</h1>')],
    ['all bytes', Uint8Array.from({ length: 256 }, (_, index) => index)],
    ['a body that compresses well', Buffer.alloc(3_000_000, 'ab')],
    ['a body that is gzip itself', Buffer.from('1f8b0800000000000003030000000000', 'hex')],
  ]
  for (const [what, body] of bodies) {
    void test(`${name}: ${what} is there under its SHA-256 as soon as it is put`, async (t) => {
      const captures = open(t)
      const digest = digestOfBody(body)
      assert.equal(await captures.get(digest), undefined)
      assert.equal(await captures.put(body), digest)
      assert.deepEqual(Buffer.from((await captures.get(digest)) ?? []), Buffer.from(body))
    })
  }

  void test(`${name}: bodies put at the same time, equal ones among them, are all there`, async (t) => {
    const captures = open(t)
    const many = Array.from({ length: 40 }, (_, index) => Buffer.from(`body ${index % 8}`))
    const digests = await Promise.all(many.map((body) => captures.put(body)))
    assert.deepEqual(digests, many.map(digestOfBody))
    for (const [index, digest] of digests.entries())
      assert.deepEqual(Buffer.from((await captures.get(digest)) ?? []), many[index])
  })

  void test(`${name}: a body that changes after it was put does not change the stored one`, async (t) => {
    const captures = open(t)
    const body = Buffer.from('before')
    const digest = await captures.put(body)
    body.write('after!')
    assert.equal(Buffer.from((await captures.get(digest)) ?? []).toString(), 'before')
  })

  void test(`${name}: a text that is no digest names no body`, async (t) => {
    const captures = open(t)
    const digest = await captures.put(Buffer.from('a'))
    const texts = ['', 'a', '../../etc/passwd', digest.toUpperCase(), `${digest}\n`, `${digest}0`]
    for (const text of texts) {
      assert.equal(await captures.get(text), undefined, text)
    }
  })
}
