import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { exitCodes, Failure } from '../../../src/domain/failure.ts'
import type { Alert, AlertKind } from '../../../src/share/alerts/alert.ts'
import {
  deliverAlerts,
  openState,
  type AlertDelivery,
} from '../../../src/share/alerts/deliver-alerts.ts'
import { replaceJsonFile } from '../../../src/share/webhooks/state-file.ts'
import { postSigned } from '../../../src/share/webhooks/webhook.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { startReceiver, type Receiver } from '../webhooks/receiver.ts'
import { firstDay, settingsFor, storyOf } from './play.ts'

const alert = (kind: AlertKind, institutionId: string): Alert => ({
  kind,
  institutionId,
  since: firstDay,
  sentence: 'It is wrong.',
  whatToDo: 'Look at it.',
  detail: 'The page prints 88.80 %.',
})
const [failed, held, frozen] = [
  alert('runs-failed', 'alpha'),
  alert('hold-waits', 'beta'),
  alert('frozen', 'gamma'),
]

/** A delivery to a receiver. `onWait` is called instead of waiting. */
function deliveryTo(
  receiver: Receiver,
  statePath: string,
  alerts: () => readonly Alert[],
  onWait: () => void = () => {},
  signal = new AbortController().signal,
): AlertDelivery {
  return {
    alerts,
    now: () => firstDay,
    post: (message) => postSigned(message, firstDay, settingsFor(receiver), signal),
    save: (state) => replaceJsonFile(statePath, state),
    wait: async () => onWait(),
    log: { info: () => {}, warn: () => {} } as never,
    signal,
  }
}

const stateOf = (receiver: Receiver, path: string) =>
  openState(path, { webhook: receiver.url, book: undefined })
const idsOf = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id'])
const withoutTime = (receiver: Receiver) =>
  storyOf(receiver.received).map((line) => line.replace('0 00h ', ''))

test('while the receiver is down, one message waits; what began and ended meanwhile is never posted', async (t) => {
  let isDown = true
  const receiver = await startReceiver(t, (_, response) => {
    response.writeHead(isDown ? 503 : 204).end()
  })
  const path = join(temporaryDirectory(t), 'state')
  // The first message is begun when `failed` is raised. It is over before the receiver is up again.
  const looks: (readonly Alert[])[] = [[failed], [failed, held], [held, frozen], [frozen]]
  let waits = 0
  const delivery = deliveryTo(
    receiver,
    path,
    () => looks[Math.min(waits, 3)] ?? [],
    () => {
      isDown = ++waits < 4
    },
  )
  const { end, state } = await deliverAlerts(await stateOf(receiver, path), delivery)
  assert.deepEqual([end, state.raised.map(({ kind }) => kind)], ['delivered', ['frozen']])
  assert.deepEqual(withoutTime(receiver), [
    ...Array<string>(5).fill('runs-failed alpha raised'),
    'runs-failed alpha over',
    'frozen gamma raised',
  ])
  const ids = idsOf(receiver)
  assert.deepEqual([new Set(ids.slice(0, 5)).size, new Set(ids).size], [1, 3])
  const bodies = receiver.received.map(({ body }) => body)
  assert.equal(new Set(bodies.slice(0, 5)).size, 1)
  assert.ok(bodies.every((body) => !body.includes('88.80')))
})

test('a message whose acceptance was not stored is posted again with the same id, and after that never again', async (t) => {
  const receiver = await startReceiver(t)
  const path = join(temporaryDirectory(t), 'state')
  const stop = new AbortController()
  const killed = deliveryTo(
    receiver,
    path,
    () => [failed, held],
    () => {},
    stop.signal,
  )
  let saves = 0
  const result = await deliverAlerts(await stateOf(receiver, path), {
    ...killed,
    save: (state) => {
      // The process ends after the receiver has accepted the second message.
      if (++saves < 4) return killed.save(state)
      stop.abort()
      return Promise.reject(new Error('the process was killed'))
    },
  })
  assert.equal(result.end, 'stopped')
  for (const _ of [1, 2, 3]) {
    const again = deliveryTo(receiver, path, () => [failed, held])
    assert.equal((await deliverAlerts(await stateOf(receiver, path), again)).end, 'delivered')
  }
  const story = ['runs-failed alpha raised', 'hold-waits beta raised', 'hold-waits beta raised']
  assert.deepEqual(withoutTime(receiver), story)
  const [, second, third] = idsOf(receiver)
  assert.equal(second, third)
})

test('an alert that was posted, is over and raised again before the next look is not posted again', async (t) => {
  const receiver = await startReceiver(t)
  const path = join(temporaryDirectory(t), 'state')
  const later = { ...failed, since: (firstDay + 1) as Alert['since'] }
  for (const alerts of [[failed], [later], [], [later]])
    await deliverAlerts(
      await stateOf(receiver, path),
      deliveryTo(receiver, path, () => alerts),
    )
  assert.deepEqual(withoutTime(receiver), [
    'runs-failed alpha raised',
    'runs-failed alpha over',
    'runs-failed alpha raised',
  ])
  assert.equal(new Set(idsOf(receiver)).size, 3)
})

test('alerts of one kind about two institutions are two alerts', async (t) => {
  const receiver = await startReceiver(t)
  const path = join(temporaryDirectory(t), 'state')
  const other = alert('runs-failed', 'beta')
  for (const alerts of [[failed], [failed, other], [other]])
    await deliverAlerts(
      await stateOf(receiver, path),
      deliveryTo(receiver, path, () => alerts),
    )
  assert.deepEqual(withoutTime(receiver), [
    'runs-failed alpha raised',
    'runs-failed beta raised',
    'runs-failed alpha over',
  ])
})

test('410 ends the delivery, and a state file that cannot be written is tried again before anything is posted', async (t) => {
  const receiver = await startReceiver(t, (_, response) => response.writeHead(410).end())
  const path = join(temporaryDirectory(t), 'state')
  const state = await stateOf(receiver, path)
  // A folder in the place of the temporary file fails each write.
  mkdirSync(`${path}.new`)
  let waits = 0
  const delivery = deliveryTo(
    receiver,
    path,
    () => [failed],
    () => {
      assert.equal(receiver.received.length, 0)
      if (++waits === 2) rmdirSync(`${path}.new`)
    },
  )
  assert.equal((await deliverAlerts(state, delivery)).end, 'gone')
  assert.deepEqual([waits, receiver.received.length], [2, 1])
})

test('a state file that is damaged, or of another webhook or book, is refused with one sentence', async (t) => {
  const path = join(temporaryDirectory(t), 'state')
  const owner = { webhook: 'https://receiver.example/hook', book: 'ab' }
  const refused = (message: RegExp) => (error: unknown) =>
    error instanceof Failure &&
    error.exitCode === exitCodes.configuration &&
    message.test(error.message) &&
    !error.message.includes('\n')
  const state = await openState(path, owner)
  assert.deepEqual(await openState(path, owner), state)
  await assert.rejects(
    openState(path, { ...owner, webhook: 'https://b/' }),
    refused(/another webhook/),
  )
  await assert.rejects(openState(path, { ...owner, book: 'cd' }), refused(/another book/))
  const text = readFileSync(path, 'utf8')
  const damaged = [
    '',
    '{',
    '[]',
    text.slice(0, -2),
    text.replace('"messages":0', '"messages":"0"'),
    text.replace('"raised":[]', '"raised":[{}]'),
    text.replace('"raised":[]', '"raised":[],"posting":{"id":"a"}'),
  ]
  for (const one of damaged) {
    writeFileSync(path, one)
    await assert.rejects(openState(path, owner), refused(/ is damaged; remove it/), one)
  }
  const nowhere = join(path, 'nowhere', 'state')
  await assert.rejects(openState(nowhere, owner), refused(/cannot be (read|written)/))
})
