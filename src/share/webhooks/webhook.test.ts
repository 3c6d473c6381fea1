import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Instant } from '../../domain/instant.ts'
import { webhookHeaders, webhookKey } from './webhook.ts'

/** The vector of the reference libraries of Standard Webhooks. */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const vector = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const vectorBody = '{"test": 2432232314}'

const keyOf = (text: string): Buffer => {
  const key = webhookKey(text)
  assert.ok(key)
  return key
}

test('the headers are those of the published vector; a fraction of a second is cut off', () => {
  for (const milliseconds of [0, 999]) {
    const at = (1_614_265_330_000 + milliseconds) as Instant
    const headers = webhookHeaders(vector['webhook-id'], at, vectorBody, [keyOf(secret)])
    assert.deepEqual(headers, vector)
  }
})

test('with several keys there is a signature for each', () => {
  const keys = [keyOf(secret), keyOf(`whsec_${Buffer.alloc(32, 7).toString('base64')}`)]
  const at = 1_614_265_330_000 as Instant
  const signatures = keys.map(
    (key) => webhookHeaders('id', at, vectorBody, [key])['webhook-signature'],
  )
  assert.notEqual(signatures[0], signatures[1])
  assert.equal(
    webhookHeaders('id', at, vectorBody, keys)['webhook-signature'],
    signatures.join(' '),
  )
})

/** HMAC as RFC 2104 defines it, from the hash alone. */
function hmac(key: Buffer, text: string): Buffer {
  const block = Buffer.concat([key, Buffer.alloc(64 - key.length)])
  const pad = (byte: number): Buffer => Buffer.from(block.map((one) => one ^ byte))
  const inner = hash('sha256', Buffer.concat([pad(0x36), Buffer.from(text)]), 'buffer')
  return hash('sha256', Buffer.concat([pad(0x5c), inner]), 'buffer')
}

test('the signature is the HMAC of id, timestamp and body, computed in another way', () => {
  const bytes = fc.uint8Array({ minLength: 24, maxLength: 64 })
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(bytes, fc.nat(), text, (key, seconds, body) => {
      const printed = `whsec_${Buffer.from(key).toString('base64')}`
      const headers = webhookHeaders('evt_1', (seconds * 1_000) as Instant, body, [keyOf(printed)])
      const expected = hmac(Buffer.from(key), `evt_1.${seconds}.${body}`).toString('base64')
      assert.equal(headers['webhook-signature'], `v1,${expected}`)
    }),
  )
})

test('a secret is whsec_ and 24 to 64 bytes in base64, exactly', () => {
  const printed = (size: number): string => `whsec_${Buffer.alloc(size, 1).toString('base64')}`
  for (const size of [24, 32, 64]) assert.equal(webhookKey(printed(size))?.length, size)
  const wrong = [
    '',
    'whsec_',
    printed(23),
    printed(65),
    printed(32).slice('whsec_'.length),
    printed(32).replace('whsec_', 'WHSEC_'),
    `${printed(32)}\n`,
    ` ${printed(32)}`,
    printed(32).replace('=', ''),
    `whsec_${Buffer.alloc(32, 255).toString('base64url')}=`,
    `whsec_${'*'.repeat(44)}`,
  ]
  for (const text of wrong) assert.equal(webhookKey(text), undefined, text)
})
