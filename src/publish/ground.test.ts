import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '../domain/change.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { Entry } from '../domain/entry.ts'
import { checked, instant, offer, registered, sheet } from '../../test/store/drafts.ts'
import { groundOf } from './ground.ts'

test('of the changes of a long book no more are read than are asked for, and none twice', async () => {
  let read = 0
  const often = offer('general 12 maturity', '9.5')
  const once = offer('general 6 maturity', '8.5')
  const changeOf = ({ variant, tenure, payout, rate }: typeof often): Change => {
    return { variant, tenure, payout, rate, previous: rate, direction: 'up' }
  }
  const entries: Entry[] = [
    { ...registered('alpha', '2026-01-01T00:00:00Z'), position: 1 },
    { ...checked('alpha', '2026-01-01T00:00:00Z'), position: 2 },
  ]
  for (let day = 10; day < 30; day++) {
    const at = `2026-01-${day}T00:00:00Z`
    const offers = [{ ...often, rate: `9.${day}` as Decimal }, once]
    const published = {
      at: instant(at),
      institutionId: 'alpha',
      kind: 'sheet-published' as const,
      sheet: sheet('alpha', at, offers),
      sample: false,
      get changes() {
        read++
        return (day === 10 ? offers : offers.slice(0, 1)).map(changeOf)
      },
    }
    entries.push(Object.assign(published, { position: entries.length + 1 }))
  }
  const reader = {
    head: () =>
      Promise.resolve({ position: entries.length, at: entries.at(-1)?.at ?? instant('') }),
    currency: () => Promise.resolve('LKR'),
    async *entries() {
      yield entries
    },
  }
  const next = sheet('alpha', '2026-02-01T00:00:00Z', [often, once])
  const { lastKnown } = await groundOf(reader, 'alpha', next)
  assert.equal(read, 0)
  assert.equal(lastKnown(often)?.rate, '9.29')
  assert.equal(lastKnown(often)?.rate, '9.29')
  assert.equal(read, 1)
  assert.equal(lastKnown(once)?.rate, '8.5')
  assert.equal(read, 20)
  assert.equal(lastKnown(offer('senior_citizen 12 maturity', '9')), undefined)
  assert.equal(lastKnown(offer('general 24 maturity', '9')), undefined)
  assert.equal(read, 20)
})
