import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, exitCodes } from '../domain/failure.ts'
import { checkEventOptions } from './events.ts'

const webhook = 'https://receiver.example/hook'
const cursor = 'cursor'

test('options that do not go together are refused with one sentence', () => {
  const misuses: readonly [options: Parameters<typeof checkEventOptions>[0], message: string][] = [
    [{ webhook }, '--webhook needs --follow.'],
    [{ cursor }, '--cursor needs --webhook.'],
    [{ follow: true, cursor }, '--cursor needs --webhook.'],
    [{ follow: true, webhook }, '--webhook needs --cursor.'],
    [{ follow: true, limit: '5' }, '--limit does not go with --follow.'],
    [{ follow: true, json: true, webhook, cursor }, '--json does not go with --webhook.'],
  ]
  for (const [options, message] of misuses) {
    assert.throws(
      () => checkEventOptions(options),
      (error) =>
        error instanceof Failure && error.exitCode === exitCodes.usage && error.message === message,
      message,
    )
  }
})

test('all other combinations are accepted', () => {
  checkEventOptions({})
  checkEventOptions({ json: true, limit: '5' })
  checkEventOptions({ follow: true, json: true })
  checkEventOptions({ follow: true, webhook, cursor })
})
