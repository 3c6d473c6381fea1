import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { defaultSettings } from '../../../src/domain/book-settings.ts'
import { logoOf, readLogo } from '../../../src/serve/server/serve-settings.ts'
import { appOf, receive } from '../../support/ask.ts'
import { marketOf, sampleEntries } from '../../support/sample-market.ts'

const sample = marketOf(sampleEntries())
const svg = '<?xml version="1.0"?>\n<!-- a logo -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'

test('GET /logo: the image, in which a browser runs nothing; 404 without one', async () => {
  const app = appOf(sample, undefined, { logo: logoOf(Buffer.from(svg)) })
  const { status, headers, body } = await receive(app, 'GET', '/logo')
  assert.deepEqual([status, headers['content-type'], body], [200, 'image/svg+xml', svg])
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(headers['content-security-policy'] ?? '', /^default-src 'none';.* sandbox$/)
  const condition = { 'if-none-match': headers['etag'] ?? '' }
  assert.equal((await receive(app, 'GET', '/logo', condition)).status, 304)
  assert.equal((await receive(appOf(sample), 'GET', '/logo')).status, 404)
})

test('a logo is a small SVG or PNG image, whatever its file is called', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-logo-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const read = (content: string | Buffer) => {
    const path = join(folder, 'logo.txt')
    writeFileSync(path, content)
    const problems: string[] = []
    const logo = readLogo(path, (message) => problems.push(message.replace(path, 'FILE')))
    return logo?.type ?? problems.join()
  }
  assert.equal(read(svg), 'image/svg+xml')
  assert.equal(
    read('\uFEFF<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n<svg>'),
    'image/svg+xml',
  )
  assert.equal(read(Buffer.from('89504e470d0a1a0a00', 'hex')), 'image/png')
  const other = 'The file of operator.logo, FILE, is neither an SVG nor a PNG image.'
  for (const text of ['', '<html><svg></svg></html>', 'GIF89a', '<svgx/>'])
    assert.equal(read(text), other)
  assert.equal(
    read(`${svg}${' '.repeat(200_000)}`),
    `The file of operator.logo, FILE, has ${200_000 + svg.length} bytes; give an image of at most 200000 bytes.`,
  )
  const problems: string[] = []
  assert.equal(
    readLogo(join(folder, 'none.svg'), (message) => problems.push(message)),
    undefined,
  )
  assert.match(problems.join(), /^The file of operator\.logo, .*none\.svg, cannot be read: ENOENT/)
})

test('feeds have the operator as author, and the licence of the data', async () => {
  const operator = {
    name: 'Rates & Co',
    website: 'https://rates.example',
    licence: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  }
  const app = appOf(sample, undefined, { settings: { ...defaultSettings, operator } })
  const { body, headers } = await receive(app, 'GET', '/rates/changes.atom')
  assert.match(
    body,
    /<author><name>Rates &amp; Co<\/name><uri>https:\/\/rates\.example<\/uri><\/author>/,
  )
  assert.match(
    body,
    /<rights>CC BY 4\.0, https:\/\/creativecommons\.org\/licenses\/by\/4\.0\/<\/rights>/,
  )
  assert.match(
    body,
    /<link rel="license" href="https:\/\/creativecommons\.org\/licenses\/by\/4\.0\/"\/>/,
  )
  const plain = appOf(sample, undefined, { settings: defaultSettings })
  const condition = { 'if-none-match': headers['etag'] ?? '' }
  const other = await receive(plain, 'GET', '/rates/changes.atom', condition)
  assert.equal(other.status, 200)
  assert.match(other.body, /<author><name>Ratebook<\/name><\/author>/)
  assert.doesNotMatch(other.body, /<rights>/)
})
