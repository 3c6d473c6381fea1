import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Body } from './body.ts'
import { bytesOf } from './payload.ts'
import { compress, isWorthCompressing, representNow, type Representation } from './represent.ts'
import { textBody } from './text-body.ts'

const decompress = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Buffer) => bytes,
}
const encodings = ['br', 'gzip', 'identity'] as const
const text = (length: number): string =>
  '„ü“,{"rate_pa":"8.500"},'.repeat(length / 20).slice(0, length)

const whole = ({ payload, ...form }: Representation) => ({ ...form, bytes: bytesOf(payload) })

/** A body that is kept, and the same of what is made each time. */
const bodiesOf = (length: number): readonly Body[] => {
  const kept = textBody(text(length))
  return [kept, { ...kept, isMadeEachTime: true }]
}

test('every form of every body decompresses to it, and is the same each time, whoever makes it', async () => {
  for (const body of [0, 1_000, 40_000, 200_000].flatMap(bodiesOf)) {
    for (const encoding of encodings) {
      const form = await compress(body, encoding)
      const now = representNow(body, encoding)
      if (now !== undefined) assert.deepEqual(whole(now), whole(form), 'one name, one form')
      assert.deepEqual(whole(await compress(body, encoding)), whole(form))
      assert.ok(decompress[encoding](bytesOf(form.payload)).equals(bytesOf(body.payload())))
    }
  }
})

test('what is kept is compressed by another thread; what is made each time at once, if it is not too much', () => {
  const isNow = (body: Body | undefined) =>
    body !== undefined && representNow(body, 'gzip') !== undefined
  assert.deepEqual(
    [1_000, 40_000, 200_000].flatMap((length) => bodiesOf(length).map(isNow)),
    [false, true, false, true, false, false],
  )
})

test('a gzip form that was had for next to nothing is sent if it is small, and else that of zlib', async () => {
  const kept = textBody(text(2_000))
  const length = kept.payload().length
  const withForm = (size: number): Body => ({
    ...kept,
    isMadeEachTime: true,
    gzip: () => ({ length: size, writeTo: (out, at) => out.fill(7, at, at + size) }),
  })
  const small = 400 + Math.floor(length / 4)
  for (const [body, name] of [
    [withForm(small), /-rows"$/],
    [withForm(small + 1), /-gzip"$/],
    [{ ...kept, isMadeEachTime: true, gzip: () => undefined }, /-gzip"$/],
  ] as const) {
    const [now, later] = [representNow(body, 'gzip'), await compress(body, 'gzip')]
    assert.ok(now)
    assert.match(now.etag, name)
    assert.deepEqual(whole(now), whole(later))
  }
  const large: Body = { ...textBody(text(200_000)), isMadeEachTime: true, gzip: () => undefined }
  assert.equal(representNow(large, 'gzip'), undefined, 'another thread does it')
  const { etag, payload } = await compress(large, 'gzip')
  assert.match(etag, /-gzip"$/)
  assert.ok(gunzipSync(bytesOf(payload)).equals(bytesOf(large.payload())))
})

test('the name of a form says of which body and in which encoding it is', async () => {
  const names = new Set<string>()
  const own = (body: Body): Body => ({ ...body, gzip: () => ({ length: 9, writeTo() {} }) })
  for (const body of [textBody(text(2_000)), textBody(text(2_001))]) {
    // The same in gzip by another encoder, in other bytes.
    names.add((await compress(own(body), 'gzip')).etag)
    for (const encoding of encodings) {
      const { etag } = await compress(body, encoding)
      assert.match(etag, /^"[\w-]+"$/)
      names.add(etag)
    }
  }
  assert.equal(names.size, 8)
})

test('what is less than a packet is not worth compressing, whatever it says that it has at least', () => {
  const body = (length: number, least: number): Body => ({ ...textBody('x'.repeat(length)), least })
  assert.deepEqual(
    [body(859, 0), body(860, 0), body(900, 900), body(859, 859)].map(isWorthCompressing),
    [false, true, true, false],
  )
})
