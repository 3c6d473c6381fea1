import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { canonicalDecimal, type Decimal } from '../../../src/domain/decimal.ts'
import type { Market } from '../../../src/book/market/market.ts'
import { receive } from '../../support/ask.ts'
import { runs } from '../../support/generators.ts'
import { createTestApp } from '../../support/source.ts'
import { books } from './books.ts'

type Row = Readonly<Record<string, string | null>>

const appOf = (market: Market): FastifyInstance =>
  createTestApp({ market: () => market, now: () => market.at, isHealthy: () => true })

async function entryIds(app: FastifyInstance, filter = ''): Promise<readonly string[]> {
  const { body } = await receive(app, 'GET', `/rates/changes.atom?limit=1000${filter}`)
  return Array.from(body.matchAll(/<entry>\n<id>(.*)<\/id>/g), ([, id]) => id ?? '')
}

/** What a change is, whatever corrections say about the rate before it. */
function changeOf(row: Row): string {
  const { tenure_months: tenure = '', tenure_to_months: to, min_deposit: minimum = '' } = row
  const tenures = [tenure, to ?? []].flat().map((one) => canonicalDecimal(one as Decimal))
  const terms = [row['product_variant'], ...tenures, row['payout_type']]
  const tier = [...terms, canonicalDecimal(minimum as Decimal)]
  return [row['institution_id'], row['changed_at'], ...tier].join(' ')
}

test('an entry of the feed keeps its id when the book grows or is corrected, under every filter, and no other entry has it', async () => {
  await fc.assert(
    fc.asyncProperty(books, async ({ markets }) => {
      const changes = new Map<string, string>()
      for (const market of markets) {
        const app = appOf(market)
        const { body } = await receive(app, 'GET', '/rates/changes?limit=1000&details=true')
        const rows = JSON.parse(body) as Row[]
        const ids = await entryIds(app)
        assert.equal(ids.length, rows.length)
        assert.equal(new Set(ids).size, ids.length)
        for (const [index, row] of rows.entries()) {
          const id = ids[index] ?? ''
          assert.equal(changes.get(id) ?? changeOf(row), changeOf(row))
          changes.set(id, changeOf(row))
        }
        assert.deepEqual(await entryIds(app, '&details=true'), ids)
        const ofDirection = (direction: string) =>
          ids.filter((_, at) => rows[at]?.['direction'] === direction)
        for (const direction of ['up', 'down'])
          assert.deepEqual(await entryIds(app, `&direction=${direction}`), ofDirection(direction))
        await app.close()
      }
    }),
    runs(20),
  )
})
