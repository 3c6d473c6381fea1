import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import type { Market } from '../../../src/book/market/market.ts'
import { appOf, receive } from '../../support/ask.ts'
import { marketOf, sampleEntries } from '../../support/sample-market.ts'

/** Requests to the ten endpoints, with every filter on the terms that a market has. */
function targetsOf({ institutions }: Market): Readonly<Record<string, readonly string[]>> {
  const all = [...institutions.values()].flatMap(({ published }) => [...published.terms.values()])
  const terms = new Set(
    all.map(
      ({ variant, tenure, payout }) =>
        `variant=${variant}&tenure_months=${tenure}&payout_type=${payout}`,
    ),
  )
  const ofTerms = (target: string) => Array.from(terms, (query) => `${target}${query}`)
  const current = ['', '.csv?', '?deposit=100000', '?type=nbfi']
  return {
    '/health': ['/health'],
    '/institutions': ['/institutions', '/institutions?active_only=false', '/institutions.csv'],
    '/rates/current': [
      ...current.map((filter) => `/rates/current${filter}`),
      ...ofTerms('/rates/current?'),
    ],
    '/rates/history': Array.from(institutions.keys(), (id) => `/rates/history/${id}?limit=1000`),
    '/rates/changes': ['/rates/changes?limit=1000', '/rates/changes.csv', '/rates/changes.atom'],
    '/compare': [...ofTerms('/compare?'), ...ofTerms('/compare?deposit=100000&')],
    '/summary': ['/summary', '/summary.csv', ...ofTerms('/summary?')],
    '/summary/history': ofTerms('/summary/history?since=2026-07-01&'),
    '/freshness': ['/freshness'],
    '/reports/best-rates': ['/reports/best-rates', '/reports/best-rates?deposit=5000&limit=100'],
  }
}

/** The digests of the answers from before offers had ranges. A change of the samples or a new field changes them, a range does not. */
const digests = {
  '/compare': '65d016bc0ecc774a36bd2aac8864b1073fe329c718194fb093edb152dac212c0',
  '/freshness': 'd7a9b3156adfc872aaab29baf7cc87bf9539841b005cc01eb987572f798953c0',
  '/health': 'a29ee2b15c494311c52521766e44af56a3ad2248e7a8ab465e5206463c13d288',
  '/institutions': 'a69739e34d4ccba6021bd2b17109d6b998bf2942c192a4571f5cc97e7481acfd',
  '/rates/changes': 'e74dde07579eaf6772ff951bb8238367697cc990275c4137a422720d0b5ceac8',
  '/rates/current': 'df610c3a6e847d2c71d4501dd043c07ddf904570d0da893861431fc491398036',
  '/rates/history': '741cd88e1bafcd38ead88641e5c5c93c9353a46e3e59a724ae6ffa31bb6608ab',
  '/reports/best-rates': '1e41f695294793d7da3fd4515fe1d5d0c5bcb92e620cddb2b0501664e398404e',
  '/summary': 'e147baea53b6e2d9d048c6179d0ae06b383e56ec0b8747d3ac90e7c6a63181ae',
  '/summary/history': '717a51a612140bf1d02bb9bdf6b70911f89661ae08a1f8ba0fe51ea654208e4a',
}

test('a market without ranges has the same answers in the ten endpoints as before there were ranges', async () => {
  const market = marketOf(sampleEntries())
  const app = appOf(market, '2026-11-21T00:00:00Z')
  const found: Record<string, string> = {}
  for (const [path, targets] of Object.entries(targetsOf(market))) {
    const answers: string[] = []
    for (const target of targets) {
      const { status, body } = await receive(app, 'GET', target)
      assert.equal(status, 200, target)
      answers.push(body)
    }
    found[path] = hash('sha256', answers.join('\n'))
  }
  assert.deepEqual(found, digests)
})
