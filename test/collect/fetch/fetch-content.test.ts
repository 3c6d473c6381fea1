import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test, type TestContext } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { startBank } from './bank-server.ts'
import { listen } from './raw-server.ts'
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

test('a damaged or truncated body and two content encodings are failures; the body as it was sent is kept', async (t) => {
  const damaged = Object.entries(bodies).flatMap(([encoding, body]) => {
    if (encoding === 'identity') return []
    const cut = body.subarray(0, body.length - 3)
    return [cut, Buffer.from('<html>'), Buffer.alloc(0)].map((bytes) => [encoding, bytes] as const)
  })
  const twice = ['gzip, gzip', 'gzip, br'].map((encoding) => [encoding, bodies['gzip']] as const)
  for (const [encoding, body = Buffer.alloc(0)] of [...damaged, ...twice]) {
    const bank = await startBank(t, (_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    )
    const outcome = await testFetcher().fetch({ url: `http://bank.example:${bank.port}/` })
    assert.ok(outcome.kind === 'failed' && outcome.code === 'encoding', encoding)
    assert.match(outcome.message, /^The body of http:\S+ (is not complete, valid|has several)/)
    assert.equal(outcome.status, 200)
    assert.deepEqual(outcome.body, body.length === 0 ? undefined : new Uint8Array(body), encoding)
  }
})

test('a content encoding that nobody knows is none, as in browsers', async (t) => {
  const unknown = ['UTF-8', 'none', '', 'identity, identity', 'compress', 'gzip, x', '__proto__']
  for (const encoding of unknown) {
    const bank = await startBank(t, (_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(text),
    )
    const outcome = await testFetcher().fetch({ url: `http://bank.example:${bank.port}/` })
    assert.ok(outcome.kind === 'fetched', encoding)
    assert.equal(Buffer.from(outcome.body).toString(), text)
  }
})

test('bytes after a gzip body are ignored, but not a second member that is damaged', async (t) => {
  const gzip = gzipSync(text)
  const wrongSum = Buffer.concat([gzip.subarray(0, -8), Buffer.alloc(8), Buffer.from('\r\n')])
  for (const [name, body, expected] of [
    ['a line', Buffer.concat([gzip, Buffer.from('\r\n')]), text],
    ['a comment', Buffer.concat([gzip, Buffer.from('<!-- cached -->')]), text],
    ['zeros', Buffer.concat([gzip, Buffer.alloc(7)]), text],
    ['a second member', Buffer.concat([gzip, gzip]), text + text],
    ['half of a second member', Buffer.concat([gzip, gzip.subarray(0, 30)]), undefined],
    ['a line after a wrong checksum', wrongSum, undefined],
  ] as const) {
    const bank = await startBank(t, (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(body),
    )
    const outcome = await testFetcher().fetch({ url: `http://bank.example:${bank.port}/` })
    assert.equal(outcome.kind, expected === undefined ? 'failed' : 'fetched', name)
    if (outcome.kind === 'fetched')
      assert.equal(Buffer.from(outcome.body).toString(), expected, name)
  }
})

/** Starts a server that answers every request for a page with these bytes, and returns the URL of one. */
async function rawBank(t: TestContext, answer: string | Buffer): Promise<string> {
  const server = createServer((socket) =>
    socket.once('data', (request) => {
      const isRobots = request.toString().startsWith('GET /robots.txt')
      socket.end(isRobots ? 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n' : answer)
    }),
  )
  return `http://bank.example:${await listen(t, server)}/`
}

test('chunks count beside a Content-Length, whichever comes first', async (t) => {
  const [chunks, length] = ['transfer-encoding: chunked', 'content-length: 2']
  for (const headers of [
    [chunks, length],
    [length, chunks],
  ]) {
    const head = ['HTTP/1.1 200 OK', ...headers, '', ''].join('\r\n')
    const url = await rawBank(t, `${head}4\r\npage\r\n0\r\n\r\n`)
    const outcome = await testFetcher().fetch({ url })
    assert.ok(outcome.kind === 'fetched')
    assert.equal(Buffer.from(outcome.body).toString(), 'page')
  }
})

test('bytes after the end of a response are ignored', async (t) => {
  const url = await rawBank(t, 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\npage and more')
  const outcome = await testFetcher().fetch({ url })
  assert.ok(outcome.kind === 'fetched')
  assert.equal(Buffer.from(outcome.body).toString(), 'page')
})

test('a body without a length is whole only if the server ends the connection', async (t) => {
  const server = createServer((socket) =>
    socket.once('data', (request) => {
      if (request.toString().startsWith('GET /robots.txt'))
        return socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
      socket.write('HTTP/1.1 200 OK\r\n\r\nhalf of a page')
      if (request.toString().startsWith('GET /whole')) return socket.end()
      return setTimeout(() => socket.resetAndDestroy(), 20)
    }),
  )
  const url = `http://bank.example:${await listen(t, server)}`
  assert.equal((await testFetcher().fetch({ url: `${url}/whole` })).kind, 'fetched')
  const outcome = await testFetcher().fetch({ url: `${url}/half` })
  assert.ok(outcome.kind === 'failed' && outcome.code === 'protocol')
  assert.equal(Buffer.from(outcome.body ?? []).toString(), 'half of a page')
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
    assert.equal(Buffer.from(outcome.body ?? []).toString(), 'half of a page')
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
  assert.deepEqual([outcome.status, String(Buffer.from(outcome.body ?? []))], [503, 'not gzip'])
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
  const same = await fetch({ url, etag: '"v1"' })
  assert.ok(same.kind === 'not-modified')
  assert.deepEqual([same.status, same.headers['etag'], same.url], [304, '"v1"', url])
  const changed = await fetch({ url, etag: '"v0"' })
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
    assert.equal((await fetch({ url, etag })).kind, 'fetched', etag)
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
    const outcome = await fetch({ url, etag: '"v1"' })
    assert.ok(outcome.kind === 'fetched', etag)
    assert.deepEqual([bank.pages.length, pauses], [2, [10_000]])
  }
})
