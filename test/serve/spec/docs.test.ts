import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { emptyMarket } from '../../../src/book/market/market.ts'
import { recordFields } from '../../../src/serve/http/docs/documents.ts'
import { appOf, ask } from '../../support/ask.ts'
import { document, recordSchema, type Schema } from '../../support/document.ts'
import { correctedSampleEntries, marketOf } from '../../support/sample-market.ts'

const sample = marketOf(correctedSampleEntries())
const { status, headers, body } = await ask(appOf(sample), '/docs')
const policy = headers['content-security-policy'] ?? ''

/** The part of the page about one operation. */
function section(operationId: string): string {
  return body.split(`<section id="${operationId}">`)[1]?.split('</section>')[0] ?? ''
}

/** The cells of the rows of a section that begin with a name. */
function rows(operationId: string, name: string): string[] {
  const start = `<tr><td><code>${name}</code></td>`
  return section(operationId)
    .split('<tr>')
    .map((row) => `<tr>${row}`)
    .filter((row) => row.startsWith(start))
}

test('/docs is a page of HTML', () => {
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.match(body, /^<!doctype html>\n<html lang="en">/)
})

for (const [path, { get }] of Object.entries(document.paths)) {
  test(`/docs shows ${path} with every parameter, field and status`, () => {
    const text = section(get.operationId)
    assert.ok(text.includes(`<code>${path}</code>`), 'the path')
    assert.ok(
      body.includes(`<a href="#${get.operationId}"><code>${path}</code></a>`),
      'a link in the contents',
    )
    for (const { name, schema } of get.parameters) {
      const { default: preset, enum: words = [] } = schema as Schema & { enum?: string[] }
      const found = rows(get.operationId, name)
      const shown = [
        ...words,
        ...(preset === undefined ? [] : [JSON.stringify(preset).replaceAll('"', '')]),
      ]
      assert.ok(
        found.some((row) => shown.every((word) => row.includes(`<code>${word}</code>`))),
        `${name} with ${shown.join(' ')}`,
      )
    }
    for (const [name, field] of Object.entries<Schema>(recordFields(recordSchema(get)))) {
      const example = JSON.stringify(field.examples?.[0]).replaceAll('"', '&#34;')
      assert.ok(
        rows(get.operationId, name).some((row) => row.includes(`<code>${example}</code>`)),
        `${name} with ${example}`,
      )
    }
    for (const documented of Object.keys(get.responses)) {
      assert.match(text, new RegExp(`<span title="[^"]+">${documented}</span>`))
    }
  })
}

test('every target that /docs offers to try is answered', async () => {
  const app = appOf(sample, '2026-11-21T00:00:00Z')
  await app.warmUp()
  const targets = [...body.matchAll(/Try it: <a href="([^"]+)">/g)].map(([, target = '']) => target)
  assert.equal(targets.length, Object.keys(document.paths).length)
  for (const target of targets) {
    const answer = await ask(app, target)
    assert.equal(answer.status, 200, target)
    assert.notEqual(answer.body, '[]', target)
  }
})

test('/docs loads nothing from other hosts, and has no script', () => {
  const references = [
    ...body.matchAll(/\b(?:src|href|action|data|poster|srcset)\s*=\s*["']?([^"'\s>]*)/g),
  ]
  assert.ok(references.length > 20)
  for (const [, target = ''] of references) assert.match(target, /^(?:#\w+|\/(?!\/).*|data:,)$/)
  assert.doesNotMatch(body, /<(?:script|iframe|object|embed|base|img|form)\b/i)
  assert.doesNotMatch(body, /\son\w+\s*=|javascript:|@import|url\(/i)
})

test('the Content-Security-Policy of /docs allows its own style by hash, and nothing else', () => {
  const [, style = ''] = body.match(/<style>([^]*?)<\/style>/) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  assert.ok(style.length > 100)
  assert.deepEqual(policy.split('; ').toSorted(), [
    "base-uri 'none'",
    "default-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'img-src data:',
    `style-src 'sha256-${hash}'`,
  ])
  assert.doesNotMatch(body, /\sstyle=/)
})

test('/docs of a sample market warns that these are not current rates', async () => {
  const notice = 'Sample data: these are not current rates.'
  assert.ok(body.includes(notice))
  const other = await ask(appOf(emptyMarket), '/docs')
  assert.equal(other.body.includes(notice), false)
})

test('under a base path, the links of /docs stay under it', async () => {
  const based = await ask(appOf(sample, undefined, { basePath: '/rates/lk' }), '/rates/lk/docs')
  const targets = [...based.body.matchAll(/href="(\/[^"]*)"/g)].map(([, target = '']) => target)
  assert.equal(targets.length, Object.keys(document.paths).length + 1)
  for (const target of targets) assert.match(target, /^\/rates\/lk\//)
})
