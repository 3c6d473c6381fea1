import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../test/book/store/sqlite-books.ts'
import { Failure, exitCodes } from '../domain/failure.ts'
import { readWebhookSettings } from './webhook-options.ts'

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
const options = { webhook: 'https://receiver.example/hook' }
const withSecret = { RATEBOOK_WEBHOOK_SECRET: secret }

test('wrong settings are refused with exit code 78, and no secret is shown', () => {
  const wrong: readonly [more: object, environment: NodeJS.ProcessEnv, message: RegExp][] = [
    [{}, {}, /^The webhook has no secret; .*openssl rand -base64 32/],
    [{}, { RATEBOOK_WEBHOOK_SECRET: 'whsec_short' }, /^RATEBOOK_WEBHOOK_SECRET is not a secret/],
    [
      {},
      { RATEBOOK_WEBHOOK_SECRET: `${secret} whsec_short` },
      /^RATEBOOK_WEBHOOK_SECRET is not a secret/,
    ],
    [
      { webhookSecretFile: 'nowhere' },
      withSecret,
      /^--webhook-secret-file nowhere cannot be read: .*ENOENT/,
    ],
    [{ webhook: 'receiver' }, withSecret, /^--webhook is not a URL/],
    [{ webhook: 'ftp://receiver.example/' }, withSecret, /^--webhook is not a URL/],
    [
      { webhook: 'https://me:pass@receiver.example/' },
      withSecret,
      /^--webhook must not contain a user name or password/,
    ],
    [
      { allowAddress: ['127.0.0.1', 'localhost'] },
      withSecret,
      /^--allow-address localhost is not a valid address or CIDR block/,
    ],
    [{ allowAddress: ['fe80::1%eth0'] }, withSecret, /^--allow-address takes no zone/m],
  ]
  for (const [more, environment, message] of wrong) {
    assert.throws(
      () => readWebhookSettings({ ...options, ...more }, environment),
      (error) => {
        assert.ok(error instanceof Failure)
        assert.equal(error.exitCode, exitCodes.configuration)
        assert.match(error.message, message)
        assert.doesNotMatch(error.message, /whsec_[^"\s$]{3}|me:pass/)
        return true
      },
      String(message),
    )
  }
})

test('one failure names all wrong settings', () => {
  assert.throws(
    () => readWebhookSettings({ ...options, webhook: 'x', allowAddress: ['x'] }, {}),
    /--webhook is not a URL[^]*The webhook has no secret[^]*--allow-address x is not/,
  )
})

test('a secret comes from the variable or from the file, and two secrets are two keys', (t) => {
  const file = join(temporaryDirectory(t), 'secret')
  const second = `whsec_${Buffer.alloc(24, 9).toString('base64')}`
  writeFileSync(file, `${second}\n${secret}\n`)
  const { url, keys } = readWebhookSettings(options, withSecret)
  assert.equal(url.href, options.webhook)
  assert.deepEqual(keys, [Buffer.alloc(32, 5)])
  const fromFile = readWebhookSettings({ ...options, webhookSecretFile: file }, withSecret)
  assert.deepEqual(fromFile.keys, [Buffer.alloc(24, 9), Buffer.alloc(32, 5)])
})
