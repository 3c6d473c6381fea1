import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { startBank } from './bank-server.ts'
import { testFetcher } from './test-fetcher.ts'

const text = `<p>${'8.50 % p.a. — ₨ 5,000 '.repeat(20)}</p>`
const bodies: Readonly<Record<string, Uint8Array>> = {
  gzip: gzipSync(text),
  'x-gzip': gzipSync(text),
  GZip: gzipSync(text),
  br: brotliCompressSync(text),
  zstd: zstdCompressSync(text),
  deflate: deflateSync(text),
  identity: Buffer.from(text),
}

test('a page arrives decompressed, with its character encoding', async (t) => {
  for (const [encoding, body] of Object.entries(bodies)) {
    const bank = await startBank(t, (_, response) => {
      const headers = { 'content-encoding': encoding, 'content-type': 'Text/HTML; Charset="UTF-8"' }
      response.writeHead(200, headers).end(body)
    })
    const url = `http://bank.example:${bank.port}/rates`
    const outcome = await testFetcher().fetch({ url: `${url}#table` })
    assert.ok(outcome.kind === 'fetched', encoding)
    assert.equal(Buffer.from(outcome.body).toString(), text)
    assert.equal(outcome.charset, 'utf-8')
    assert.deepEqual([outcome.url, outcome.redirects, outcome.status], [url, [], 200])
    assert.equal(outcome.headers['content-encoding'], encoding)
  }
})

test('a character encoding that is missing or has no valid name is left out', async (t) => {
  const names = ['', '"utf-8\u00ad"', '"utf\t8"', 'x'.repeat(41)].map(
    (name) => `text/html; charset=${name}`,
  )
  for (const header of [undefined, 'html', '', ...names]) {
    const bank = await startBank(t, (_, response) => {
      if (header !== undefined) response.setHeader('content-type', header)
      response.end('page')
    })
    const outcome = await testFetcher().fetch({ url: `http://bank.example:${bank.port}/` })
    assert.ok(outcome.kind === 'fetched')
    assert.equal(outcome.charset, undefined, String(header))
  }
})

test('a damaged or truncated body, two content encodings and unknown ones are failures', async (t) => {
  const damaged = Object.entries(bodies).flatMap(([encoding, body]) => {
    if (encoding === 'identity') return []
    const cut = body.subarray(0, body.length - 3)
    return [cut, Buffer.from('<html>'), Buffer.alloc(0)].map((bytes) => [encoding, bytes] as const)
  })
  const unknown = ['gzip, gzip', 'gzip, br', 'compress', 'aes128gcm', '__proto__', 'toString', '']
  for (const [encoding, body] of [
    ...damaged,
    ...unknown.map((encoding) => [encoding, gzipSync(gzipSync(text))] as const),
  ]) {
    const bank = await startBank(t, (_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    )
    const outcome = await testFetcher().fetch({ url: `http://bank.example:${bank.port}/` })
    assert.ok(outcome.kind === 'failed' && outcome.code === 'encoding', encoding)
    assert.match(outcome.message, /^The body of http:\S+ (is not complete, valid|has the content)/)
  }
})

test('a body that ends before its length is a failure', async (t) => {
  const bank = await startBank(t, (request, response) => {
    if (request.url === '/length') response.writeHead(200, { 'content-length': '100' })
    response.write('half of a page')
    setTimeout(() => response.destroy(), 20)
  })
  for (const path of ['length', 'chunked']) {
    const outcome = await testFetcher().fetch({ url: `http://bank.example:${bank.port}/${path}` })
    assert.ok(outcome.kind === 'failed' && outcome.code === 'protocol', path)
    assert.match(outcome.message, /did not send a complete HTTP response/)
  }
})

test('only status 200 is a page; the bodies of other responses are kept', async (t) => {
  for (const status of [201, 203, 204, 206, 400, 401, 403, 404, 410, 429, 451, 500, 503]) {
    const bank = await startBank(t, (_, response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>No</h1>'),
    )
    const url = `http://bank.example:${bank.port}/`
    const outcome = await testFetcher().fetch({ url })
    const isRefusal = [401, 403, 429, 451].includes(status)
    assert.equal(outcome.kind, isRefusal ? 'refused' : 'failed', String(status))
    assert.ok('code' in outcome && outcome.code === 'status')
    assert.equal(outcome.message, `${url} was answered with status ${status}.`)
    assert.equal(outcome.status, status)
    const body = status === 204 ? undefined : '<h1>No</h1>'
    assert.equal(outcome.body === undefined ? undefined : String(Buffer.from(outcome.body)), body)
  }
})

test('an error page with a damaged body is reported by its status', async (t) => {
  const bank = await startBank(t, (_, response) =>
    response.writeHead(503, { 'content-encoding': 'gzip', 'retry-after': '60' }).end('not gzip'),
  )
  const outcome = await testFetcher().fetch({ url: `http://bank.example:${bank.port}/` })
  assert.ok(outcome.kind === 'failed' && outcome.code === 'status')
  assert.deepEqual([outcome.status, outcome.body], [503, undefined])
  assert.ok(outcome.retryAt)
})

test('requests say honestly who sends them, and carry no cookies', async (t) => {
  const bank = await startBank(t, (request, response) => {
    response.setHeader('set-cookie', ['session=1; Path=/', 'other=2'])
    if (request.url === '/') response.writeHead(302, { location: '/page' }).end()
    else response.end('page')
  })
  const { fetch } = testFetcher()
  const url = `http://bank.example:${bank.port}/`
  const outcome = await fetch({ url })
  await fetch({ url })
  assert.equal(bank.pages.length, 4)
  for (const { headers } of bank.requests) {
    assert.deepEqual(headers, {
      host: `bank.example:${bank.port}`,
      connection: 'close',
      'user-agent': 'Ratebook/1.2.3 (+mailto:rates@example.org)',
      accept: '*/*',
      'accept-encoding': 'gzip, br, zstd',
    })
  }
  assert.ok(outcome.kind === 'fetched')
  assert.equal(outcome.headers['set-cookie'], undefined)
})

test('a strong ETag is sent, and 304 with the same ETag means that the body is equal', async (t) => {
  const bank = await startBank(t, (request, response) => {
    if (request.headers['if-none-match'] === '"v1"') {
      response.writeHead(304, { etag: '"v1"' }).end()
    } else response.writeHead(200, { etag: '"v2"' }).end('page')
  })
  const { fetch } = testFetcher()
  const url = `http://bank.example:${bank.port}/`
  const same = await fetch({ url, conditional: { etag: '"v1"' } })
  assert.ok(same.kind === 'not-modified')
  assert.deepEqual([same.status, same.headers['etag'], same.url], [304, '"v1"', url])
  const changed = await fetch({ url, conditional: { etag: '"v0"' } })
  assert.ok(changed.kind === 'fetched')
  assert.deepEqual(
    bank.pages.map(({ headers }) => headers['if-none-match']),
    ['"v1"', '"v0"'],
  )
  assert.deepEqual(
    bank.requests.map(({ headers }) => headers['if-modified-since']),
    [undefined, undefined, undefined],
  )
})

test('a weak ETag is not sent, nor one that is not an ETag', async (t) => {
  const bank = await startBank(t, (_, response) => response.end('page'))
  const { fetch } = testFetcher()
  for (const etag of ['W/"v1"', 'v1', '"v1', '"a"b"', '"a\r\nX: y"', '*', '']) {
    const url = `http://bank.example:${bank.port}/`
    assert.equal((await fetch({ url, conditional: { etag } })).kind, 'fetched', etag)
  }
  assert.ok(bank.pages.every(({ headers }) => !('if-none-match' in headers)))
})

test('a 304 without the ETag that was sent proves nothing, so the whole page is requested after a pause', async (t) => {
  for (const etag of ['', 'W/"v1"', '"v2"']) {
    const bank = await startBank(t, (request, response) => {
      if (etag !== '') response.setHeader('etag', etag)
      if (request.headers['if-none-match'] === undefined) response.end('page')
      else response.writeHead(304).end()
    })
    const { fetch, pauses } = testFetcher()
    const url = `http://bank.example:${bank.port}/`
    const outcome = await fetch({ url, conditional: { etag: '"v1"' } })
    assert.ok(outcome.kind === 'fetched', etag)
    assert.deepEqual([bank.pages.length, pauses], [2, [10_000]])
  }
})
