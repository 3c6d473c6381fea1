import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { startReceiver } from '../webhooks/receiver.ts'
import { play, storyOf, type AlertBody, type RunOfDay, type Scenario } from './play.ts'
import { failureSentence } from './simulated-book.ts'

const failed: RunOfDay = { outcome: 'failed' }
const changed: RunOfDay = { outcome: 'changed' }
const held: RunOfDay = { outcome: 'held' }

/** The same run on some days. */
const onDays = (days: readonly number[], run: RunOfDay) =>
  Object.fromEntries(days.map((day) => [day, run]))

/** Each condition in simulated days: raised once, quiet while it lasts, over once. */
const scenarios: Readonly<Record<string, Scenario & { readonly story: readonly string[] }>> = {
  'three runs in a row failed': {
    days: 11,
    runs: { alpha: onDays([3, 4, 5, 6, 7], failed) },
    story: [
      '5 06h runs-failed alpha raised',
      // Last verified on day 2; seven days until the rates are stale.
      '6 12h unverified alpha raised',
      '8 06h runs-failed alpha over',
      '8 06h unverified alpha over',
    ],
  },
  'two runs in a row failed, again and again: nothing': {
    days: 12,
    runs: { alpha: onDays([1, 2, 4, 5, 7, 8, 10, 11], failed) },
    story: [],
  },
  '60 % of stale_after_days passed: rates that are entered by hand, too': {
    days: 12,
    typed: ['hand'],
    persons: [[6, 'hand', { kind: 'verify' }]],
    story: [
      '4 06h unverified hand raised',
      '6 12h unverified hand over',
      '10 18h unverified hand raised',
    ],
  },
  'a hold is older than a day, although every run replaces it': {
    days: 7,
    runs: { alpha: onDays([2, 3, 4], held) },
    persons: [[4, 'alpha', { kind: 'approve' }]],
    story: ['3 06h hold-waits alpha raised', '4 12h hold-waits alpha over'],
  },
  'a hold that is decided on the same day: nothing': {
    days: 6,
    runs: { alpha: { 2: held } },
    persons: [[2, 'alpha', { kind: 'reject' }]],
    story: [],
  },
  // So also if reviewers published an edit, and the page then really returns to the figures before it.
  'the page goes on to list figures that a reviewer has decided about, so nothing is verified': {
    days: 9,
    runs: { alpha: { 2: held, ...onDays([3, 4, 5, 6], { outcome: 'held', isDecided: true }) } },
    persons: [[2, 'alpha', { kind: 'reject' }]],
    story: ['5 12h unverified alpha raised', '7 06h unverified alpha over'],
  },
  'no run finished in twice the interval, while the others were collected': {
    days: 9,
    runs: { alpha: onDays([3, 4, 5, 6], 'none') },
    story: ['4 06h not-collected alpha raised', '7 06h not-collected alpha over'],
  },
  'the collector stopped: one alert for all': {
    days: 10,
    allRuns: onDays([3, 4, 5, 6, 7], 'none'),
    story: ['4 06h collector-stopped collector raised', '8 06h collector-stopped collector over'],
  },
  'the collector has no network: one alert for all': {
    days: 11,
    allRuns: onDays([3, 4, 5, 6, 7, 8], failed),
    story: ['5 06h collector-failing collector raised', '9 06h collector-failing collector over'],
  },
  'the site refuses; a timeout tells nothing': {
    days: 8,
    runs: {
      alpha: {
        3: { outcome: 'failed', refusal: 'status' },
        4: failed,
        5: { outcome: 'failed', gotPage: true },
      },
    },
    story: [
      '3 06h refused alpha raised',
      '5 06h refused alpha over',
      '5 06h runs-failed alpha raised',
      '6 06h runs-failed alpha over',
    ],
  },
  'a line of the source matches nothing any more': {
    days: 8,
    runs: { alpha: { ...onDays([3, 5], { outcome: 'verified', isUnmatched: true }), 4: failed } },
    story: ['3 06h unmatched-lines alpha raised', '6 06h unmatched-lines alpha over'],
  },
  'half of the others changed within 14 days and this page did not, until a person has looked at it':
    {
      days: 45,
      runs: { beta: { 20: changed }, gamma: { 22: changed }, delta: { 24: changed } },
      persons: [
        [40, 'alpha', { kind: 'verify' }],
        [40, 'zeta', { kind: 'check' }],
        [30, 'epsilon', { kind: 'verify' }],
      ],
      story: [
        '38 06h frozen alpha raised',
        '38 06h frozen zeta raised',
        '40 12h frozen alpha over',
        '40 12h frozen zeta over',
      ],
    },
  'an institution that is not active any more': {
    days: 9,
    runs: { alpha: onDays([3, 4, 5, 6, 7, 8], failed) },
    persons: [[6, 'alpha', { kind: 'register', record: { active: false } }]],
    story: ['5 06h runs-failed alpha raised', '6 12h runs-failed alpha over'],
  },
  'the first day': { days: 1, allRuns: { 0: failed }, story: [] },
}

test('each condition is raised once, stays quiet while it lasts, and is over once', async (t) => {
  const receiver = await startReceiver(t)
  for (const [what, scenario] of Object.entries(scenarios)) {
    await t.test(what, async (st) => {
      assert.deepEqual(storyOf(await play(st, receiver, scenario)), scenario.story)
    })
  }
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  assert.equal(new Set(ids).size, ids.length)
  for (const { headers, body } of receiver.received) {
    // The held rates, and the reason of the failed runs, which quotes a page.
    assert.doesNotMatch(body, /8\.50|8\.75|88\.80/)
    assert.ok(!body.includes(failureSentence), body)
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    const signature = createHmac('sha256', Buffer.alloc(32, 5)).update(signed).digest('base64')
    assert.equal(headers['webhook-signature'], `v1,${signature}`)
    const { at, since, sentence, what_to_do, ...rest } = JSON.parse(body) as AlertBody
    assert.deepEqual(Object.keys(rest), ['kind', 'state', 'institution_id'])
    assert.ok(since <= at && /^[A-Z].*\.$/.test(sentence) && what_to_do !== '', body)
  }
})
