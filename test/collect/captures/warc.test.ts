import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { createReadStream, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { WARCParser } from 'warcio'
import { run } from '../../support/cli.ts'
import { flipBit, temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { bodyOf, fetched, fileOf } from './evidence.ts'

/** What warcio reads of a record. */
type ReadRecord = {
  readonly type: string | null | undefined
  readonly url: string | null | undefined
  readonly date: string | null | undefined
  readonly status: string | undefined
  readonly header: (name: string) => string | null | undefined
  readonly httpHeader: (name: string) => string | null | undefined
  readonly payload: Buffer
}

async function readWarc(path: string): Promise<readonly ReadRecord[]> {
  const records: ReadRecord[] = []
  for await (const one of new WARCParser(createReadStream(path))) {
    const payload = Buffer.from(await one.readFully(false))
    records.push({
      type: one.warcType,
      url: one.warcTargetURI,
      date: one.warcDate,
      status: one.httpHeaders?.statusline,
      header: (name) => one.warcHeader(name),
      httpHeader: (name) => one.httpHeaders?.headers.get(name),
      payload,
    })
  }
  return records
}

for (const name of ['pages.warc', 'pages.warc.gz']) {
  test(`captures export --warc ${name} is read by warcio: bodies, digests, repeated fetches`, async (t) => {
    const folder = join(temporaryDirectory(t), 'captures')
    const cwd = dirname(folder)
    const binary = Buffer.concat([
      Buffer.from([0, 255, 13, 10, 13, 10]),
      Buffer.from('WARC/1.1\r\n'),
    ])
    const digests = [
      await fetched(folder, '2026-07-01T00:00:00Z', bodyOf(1), {
        headers: { etag: '"1"', 'x-split': 'a\r\nb: c' },
      }),
      await fetched(folder, '2026-07-02T00:00:00.250Z', bodyOf(1), {
        redirects: ['https://alpha-bank.example/a', 'https://alpha-bank.example/b'],
      }),
      await fetched(folder, '2026-07-03T00:00:00Z', bodyOf(1), {
        outcome: 'not-modified',
        status: 304,
      }),
      await fetched(folder, '2026-07-04T00:00:00Z', binary, { outcome: 'failed', status: 503 }),
      await fetched(folder, '2026-07-05T00:00:00Z', bodyOf(2)),
      await fetched(folder, '2026-07-06T00:00:00Z', Buffer.alloc(0)),
    ]
    rmSync(fileOf(folder, digests[4] ?? ''))
    const { code, stdout, stderr } = await run(['captures', 'export', '--warc', name], { cwd })
    assert.equal(code, 0, stderr)
    assert.equal(stdout, `${name}: 3 bodies, 2 repeated, 1 fetches without a kept body left out\n`)
    const [info, ...records] = await readWarc(join(cwd, name))
    assert.equal(info?.type, 'warcinfo')
    assert.match(
      info?.payload.toString() ?? '',
      /^software: Ratebook \d.*\r\nformat: WARC File Format 1\.1\r\n/,
    )
    assert.deepEqual(
      records.map(({ type, url, date, status }) => [type, url, date, status]),
      [
        ['response', 'https://alpha-bank.example/', '2026-07-01T00:00:00Z', 'HTTP/1.1 200 OK'],
        ['revisit', 'https://alpha-bank.example/b', '2026-07-02T00:00:00.250Z', 'HTTP/1.1 200 OK'],
        [
          'revisit',
          'https://alpha-bank.example/',
          '2026-07-03T00:00:00Z',
          'HTTP/1.1 304 Not Modified',
        ],
        [
          'response',
          'https://alpha-bank.example/',
          '2026-07-04T00:00:00Z',
          'HTTP/1.1 503 Service Unavailable',
        ],
        ['response', 'https://alpha-bank.example/', '2026-07-06T00:00:00Z', 'HTTP/1.1 200 OK'],
      ],
    )
    const [first, same, unmodified, failed, empty] = records
    assert.deepEqual(first?.payload, bodyOf(1))
    assert.deepEqual(failed?.payload, binary)
    assert.equal(empty?.payload.length, 0)
    for (const { type, header, payload } of records.filter((one) => one.type === 'response'))
      assert.equal(header('WARC-Payload-Digest'), `sha256:${hash('sha256', payload)}`, `${type}`)
    assert.equal(first?.httpHeader('etag'), '"1"')
    assert.equal(first?.httpHeader('x-split'), 'a b: c')
    assert.equal(failed?.httpHeader('content-encoding'), null, 'bodies are stored decompressed')
    assert.equal(failed?.httpHeader('content-length'), `${binary.length}`)
    const id = first?.header('WARC-Record-ID')
    for (const [one, profile] of [
      [same, 'identical-payload-digest'],
      [unmodified, 'server-not-modified'],
    ] as const) {
      assert.equal(one?.header('WARC-Refers-To'), id)
      assert.equal(one?.header('WARC-Refers-To-Target-URI'), first?.url)
      assert.equal(one?.header('WARC-Refers-To-Date'), first?.date)
      assert.equal(one?.header('WARC-Payload-Digest'), first?.header('WARC-Payload-Digest'))
      assert.equal(
        one?.header('WARC-Profile'),
        `http://netpreserve.org/warc/1.1/revisit/${profile}`,
      )
      assert.equal(one?.payload.length, 0)
    }
    for (const { header } of records)
      assert.equal(header('WARC-Warcinfo-ID'), info?.header('WARC-Record-ID'))
  })
}

test('captures export does not replace the file if a body is damaged', async (t) => {
  const folder = join(temporaryDirectory(t), 'captures')
  const cwd = dirname(folder)
  const digest = await fetched(folder, '2026-07-01T00:00:00Z', bodyOf(1))
  assert.equal((await run(['captures', 'export', '--warc', 'a.warc'], { cwd })).code, 0)
  const { mtimeMs } = statSync(join(cwd, 'a.warc'))
  flipBit(fileOf(folder, digest), 30)
  const { code, stderr } = await run(['captures', 'export', '--warc', 'a.warc'], { cwd })
  assert.equal(code, 74)
  assert.match(stderr, /^The capture .*\.gz is damaged: .* Restore this file from a backup\./)
  assert.equal(statSync(join(cwd, 'a.warc')).mtimeMs, mtimeMs)
})
