import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, dayLength, parseInstant, type Instant } from '../../domain/instant.ts'
import { createHostClocks } from './host-clocks.ts'

const now = parseInstant('2026-06-09T06:00:00Z') as Instant
const hour = dayLength / 24

/** A response of a host whose clock was `difference` milliseconds behind this machine's, some time ago. */
function fetched(host: string, difference: number, ago = 0, age?: number) {
  const at = after(now, -ago)
  const headers = {
    date: new Date(at - difference).toUTCString(),
    ...(age !== undefined && { age: String(age) }),
  }
  return { at, url: `https://${host}/rates`, headers }
}

const sentence =
  /^This machine's clock says 2026-06-09T06:00:00Z, 100 days after 2026-03-01T06:00:00Z, which a\.example sent as its Date\. Nothing was entered: .* give --clock-is-right\.$/

test('a clock that is 100 days ahead of the Date of the one host is in doubt, and the sentence names the host', () => {
  assert.match(
    String(createHostClocks([fetched('a.example', 100 * dayLength)]).problem(now)),
    sentence,
  )
})

test('a clock that is behind the Date of a host is in doubt, too', () => {
  const text = createHostClocks([fetched('a.example', -3 * dayLength)]).problem(now)
  assert.match(String(text), /3 days before 2026-06-12T06:00:00Z, which a\.example sent/)
})

for (const [title, fetches] of [
  ['a difference of hours', [fetched('a.example', 20 * hour)]],
  ['a run of yesterday, entered today with `--at`', [fetched('a.example', -25 * hour, 24 * hour)]],
  ['a page from a cache that says its age', [fetched('a.example', 9 * dayLength, 0, 9 * 86_400)]],
  ['one wrong server of two', [fetched('a.example', 100 * dayLength), fetched('b.example', 0)]],
  [
    'a wrong server, and one that agreed yesterday',
    [fetched('b.example', 0, dayLength), fetched('a.example', 9 * dayLength)],
  ],
  [
    'a host that has been set right',
    [fetched('a.example', 9 * dayLength, hour), fetched('a.example', 0)],
  ],
  ['a difference of an earlier week', [fetched('a.example', 9 * dayLength, 7 * dayLength)]],
  ['no Date', [{ at: now, url: 'https://a.example/', headers: {} }]],
  ['a Date that is none', [{ at: now, url: 'https://a.example/', headers: { date: 'soon' } }]],
] as const) {
  test(`no doubt: ${title}`, () => {
    assert.equal(createHostClocks(fetches).problem(now), undefined)
  })
}

test('hosts that agreed before the clock jumped do not speak for it', () => {
  const clocks = createHostClocks(
    ['b.example', 'c.example'].map((host) => fetched(host, 0, 100 * dayLength)),
  )
  clocks.add(fetched('a.example', 100 * dayLength))
  assert.match(String(clocks.problem(now)), sentence)
})

test('the sentence counts the other hosts', () => {
  const clocks = createHostClocks(
    ['b.example', 'c.example', 'a.example'].map((host) => fetched(host, 100 * dayLength)),
  )
  assert.match(
    String(clocks.problem(now)),
    /a\.example sent as its Date\. 2 other hosts contradict it, too\. Nothing/,
  )
})
