import assert from 'node:assert/strict'
import { test } from 'node:test'
import { carryFilters, rememberFilters } from '../../web/app/carried-filters.ts'
import { routeOf } from '../../web/app/routes.ts'

const carried = (to: string, query: string): string => carryFilters(to, new URLSearchParams(query))

test('a link keeps the filters that the next view has too, and its own come first', () => {
  assert.equal(
    carried('deposit', 'tenure=24&payout=monthly&x=1'),
    'deposit?tenure=24&payout=monthly',
  )
  assert.equal(carried('', 'amount=5&variant=women'), '?variant=women')
  assert.equal(
    carried('institution/a%20b', 'tenure=24&payout=annual'),
    'institution/a%20b?payout=annual',
  )
  assert.equal(
    carried('correction?institution=b', 'institution=a&type=bank'),
    'correction?institution=b&type=bank',
  )
  assert.equal(carried('receipt/p1-2', 'tenure=24'), 'receipt/p1-2')
  assert.equal(carried('correction?institution=b', ''), 'correction?institution=b')
})

test('every view keeps the moment and the language; a choice of any is dropped where there is none', () => {
  const common = 'at=2026-01-01T00%3A00%3A00Z&lang=si'
  for (const view of ['', 'source', 'receipt/p1-2', 'institution/alpha'])
    assert.equal(carried(view, common), `${view}?${common}`)
  assert.equal(carried('', 'tenure=any&payout=any'), '')
  assert.equal(carried('deposit', 'tenure=any&payout=any'), 'deposit?tenure=any&payout=any')
})

test('a view without a filter leaves it for the next one; a view that has it decides about it', () => {
  const after = (earlier: string, address: string): string => {
    const route = routeOf(new URL(address, 'http://x'), '/')
    return rememberFilters(new URLSearchParams(earlier), route).toString()
  }
  assert.equal(after('', '/?tenure=24&type=bank'), 'type=bank&tenure=24')
  assert.equal(after('type=bank&tenure=24', '/source?type=nbfi'), 'type=nbfi&tenure=24')
  assert.equal(after('type=bank&tenure=24', '/deposit?tenure=6'), 'tenure=6')
  assert.equal(after('payout=any', '/'), 'payout=any', 'the market has no choice of any')
  assert.equal(after('payout=any', '/changes'), '')
  assert.equal(after('at=2026-01-01T00:00:00Z&lang=si', '/?lang=ta'), 'lang=ta')
})

test('the address of a frame has the view after embed', () => {
  const at = (path: string) => routeOf(new URL(path, 'http://x'), '/lk/')
  for (const [path, view, id] of [
    ['/lk/embed', 'market', ''],
    ['/lk/embed/', 'market', ''],
    ['/lk/embed/deposit', 'deposit', ''],
    ['/lk/embed/institution/alpha', 'institution', 'alpha'],
    ['/lk/embed/nothing', 'notFound', ''],
    ['/lk/embed/embed', 'notFound', ''],
  ] as const) {
    const route = at(path)
    assert.deepEqual([route.view, route.id, route.isEmbedded], [view, id, true], path)
  }
  assert.equal(at('/lk/deposit').isEmbedded, false)
})
