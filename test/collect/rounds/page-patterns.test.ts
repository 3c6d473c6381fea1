import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { collecting, outcomesOf } from './collecting.ts'

/** A page of a product: its rate at one tenure, after a text. */
const product = (months: number, rate: string) => (response: ServerResponse) => {
  const table = `<table><tr><th>Period</th><th>Rate</th></tr><tr><td>${months} months</td><td>${rate}%</td></tr></table>`
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<h1>A Bank</h1><h2>Fixed deposits</h2>${table}`)
}

const list = (names: readonly unknown[]) => (response: ServerResponse) =>
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ data: names.map((id) => ({ id })) }))

test('the pages of a pattern are those that a JSON page lists, and one that fails fails the run', async (t) => {
  const { site, addBank, collect, entries } = await collecting(t)
  const pattern = `must_contain: ["A Bank"], for: { product: { page: list, path: [data, "*", id] } } }\n  - { name: list, format: json, url: "${site.origin}/list" }`
  await addBank('alpha', { path: 'alpha/{product}', edit: ['must_contain: ["A Bank"] }', pattern] })
  const run = async (day: number) => {
    const reports = await collect(`2026-06-0${day}T09:00:00Z`)
    const entry = (await entries()).at(-1)
    const message = entry?.kind === 'rates-checked' ? entry.message : undefined
    return [outcomesOf(reports), message] as const
  }
  site.show('list', list(['a', 'b 1']))
  site.show('alpha/a', product(6, '8.00'))
  site.show('alpha/b%201', product(12, '8.50'))
  assert.deepEqual(await run(2), [['changed sheet-published'], undefined])
  assert.deepEqual(
    site.requests.map(({ path }) => path),
    ['/list', '/alpha/a', '/alpha/b%201'],
  )
  const published = (await entries()).at(-1)
  if (published?.kind !== 'sheet-published') assert.fail('Nothing was published.')
  assert.deepEqual(
    published.origin?.captures.map(({ page }) => page),
    ['rates/a', 'rates/b 1', 'list'],
  )
  assert.equal(published.sheet.sourceUrl, `${site.origin}/alpha/a`)
  assert.deepEqual(
    published.sheet.offers.map(({ tenure, rate }) => [tenure, rate]),
    [
      ['6', '8.00'],
      ['12', '8.50'],
    ],
  )
  site.show('alpha/b%201', (response) => response.writeHead(404).end())
  assert.deepEqual(await run(3), [
    ['failed rates-checked'],
    `The page rates/b 1: ${site.origin}/alpha/b%201 was answered with status 404.`,
  ])
  // A page that is no longer listed is not read; what it listed is missed by `expects`.
  site.show('list', list(['a']))
  assert.deepEqual(await run(4), [['held sheet-held'], undefined])
  for (const [names, message] of [
    [['..'], /^"\.\." cannot be a name/],
    [['a', 'a'], /^The name "a" of a page is given twice\./],
    [[true], /neither a text nor a number/],
    [Array.from({ length: 101 }, (_, index) => index), /^There are 101 names/],
    [[], /^There are no names/],
  ] as const) {
    site.show('list', list(names))
    const [outcome, sentence] = await run(5)
    assert.deepEqual(outcome, ['failed rates-checked'])
    assert.match(sentence ?? '', message)
  }
})

test('the terms of two pages of a pattern must differ', async (t) => {
  const { site, addBank, collect, entries } = await collecting(t)
  await addBank('alpha', {
    path: 'alpha/{product}',
    edit: ['] }', '], for: { product: [a, b] } }'],
  })
  site.show('alpha/a', product(6, '8.00'))
  site.show('alpha/b', product(6, '8.50'))
  assert.deepEqual(outcomesOf(await collect('2026-06-02T09:00:00Z')), ['failed rates-checked'])
  assert.match(JSON.stringify((await entries()).at(-1)), /general 6 maturity stand twice/)
})
