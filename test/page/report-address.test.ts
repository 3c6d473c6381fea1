import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noPageSettings } from '../../src/domain/book-settings.ts'
import { createMessages } from '../../web/messages/messages.ts'
import { reportAddress } from '../../web/views/receipt/report-address.ts'

const { report } = createMessages('en', noPageSettings).receipt

const figure = {
  institution_id: 'alpha',
  institution_name: 'Alpha & Söhne "Bank"',
  terms: '12 months, paid at maturity, for everyone, from 5,000',
  rate_pa: '8.50',
  source_url: 'https://alpha.example/rates?a=1&b=2#x',
  receipt: 'https://rates.example/lk/receipt/p12-3',
  seen_at: '2026-03-10T00:00:00Z',
  position: '14',
}

test('an https address gets everything as query parameters, beside its own', () => {
  const url = new URL(reportAddress('https://rates.example/report?form=rates#top', figure, report))
  assert.equal(url.origin + url.pathname + url.hash, 'https://rates.example/report#top')
  assert.deepEqual(Object.fromEntries(url.searchParams), { form: 'rates', ...figure })
})

test('an e-mail address gets a subject and a body', () => {
  const address = reportAddress('rates+lk?x=y@example.org', figure, report)
  assert.ok(address.startsWith('mailto:rates%2Blk%3Fx%3Dy@example.org?subject='), address)
  const url = new URL(address)
  assert.deepEqual([...url.searchParams.keys()], ['subject', 'body'])
  assert.equal(url.searchParams.get('subject'), 'Alpha & Söhne "Bank": is 8.50 % right?')
  assert.equal(
    url.searchParams.get('body'),
    [
      'This figure seems to be wrong. It should be:',
      '',
      '',
      'Institution: Alpha & Söhne "Bank" (alpha)',
      'Terms: 12 months, paid at maturity, for everyone, from 5,000',
      'Published rate: 8.50 % a year',
      'Source: https://alpha.example/rates?a=1&b=2#x',
      'Receipt: https://rates.example/lk/receipt/p12-3',
      'Seen: 2026-03-10T00:00:00Z, at position 14 of the book',
    ].join('\r\n'),
  )
})
