import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exitCodes, Failure } from '../domain/failure.ts'
import { checkAlertOptions } from './alerts.ts'

const webhook = 'https://receiver.example/hook'
const state = 'alerts.json'

test('options that do not go together are refused with one sentence', () => {
  const misuses: readonly [options: Parameters<typeof checkAlertOptions>[0], message: string][] = [
    [{ follow: true, once: true }, 'Give --follow or --once, not both.'],
    [{ follow: true, json: true }, '--json does not go with --follow or --once.'],
    [{ webhook, state }, '--webhook needs --follow or --once.'],
    [{ metricsPort: '0' }, '--metrics-port needs --follow.'],
    [{ once: true }, '--once needs --webhook.'],
    [{ follow: true }, '--follow needs --webhook or --metrics-port.'],
    [{ follow: true, webhook }, '--webhook needs --state.'],
    [{ follow: true, metricsPort: '0', state }, '--state needs --webhook.'],
  ]
  for (const [options, message] of misuses) {
    assert.throws(
      () => checkAlertOptions(options),
      (error) =>
        error instanceof Failure && error.exitCode === exitCodes.usage && error.message === message,
      message,
    )
  }
})

test('all other combinations are accepted', () => {
  checkAlertOptions({})
  checkAlertOptions({ json: true })
  checkAlertOptions({ once: true, webhook, state })
  checkAlertOptions({ follow: true, webhook, state, metricsPort: '0' })
  checkAlertOptions({ follow: true, metricsPort: '0' })
})
