import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'

/** What a hostile server sends once it has received a request for a page, and how the fetch must end. */
export type Attack = {
  /** The codes of outcomes that are right; `fetched` for a page. */
  readonly ends: readonly string[]
  readonly send: (socket: Socket) => Promise<void> | void
}

const mebibyte = 1_048_576
const head = (...lines: readonly string[]): string =>
  ['HTTP/1.1 200 OK', 'content-type: text/html', ...lines, '', ''].join('\r\n')
const encoded = (encoding: string): string => head(`content-encoding: ${encoding}`)

/** Writes until the other side closes the connection, without keeping more than one piece in memory. */
async function writeForever(socket: Socket, piece: string | Uint8Array): Promise<void> {
  const event = async (name: 'drain' | 'close'): Promise<void> =>
    new Promise((resolve) => {
      socket.once(name, resolve)
    })
  const closed = event('close')
  while (!socket.destroyed) {
    if (!socket.write(piece)) await Promise.race([event('drain'), closed])
  }
}

/** Writes one piece after another, a few milliseconds apart. */
async function drip(socket: Socket, pieces: Iterable<string | Uint8Array>): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return
    socket.write(piece)
    await sleep(10)
  }
}

function* forever<Piece>(piece: Piece): Generator<Piece> {
  for (;;) yield piece
}

const zeros = Buffer.alloc(24 * mebibyte)
/** About 20 times as large as its compressed form. */
const large = Buffer.concat([randomBytes(mebibyte), zeros])
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const wide = { params: { [constants.ZSTD_c_windowLog]: 27 } }
const bomb = (encoding: string, body: Uint8Array) => (socket: Socket) => {
  socket.write(encoded(encoding))
  socket.end(body)
}
const endlessBomb = (encoding: string, body: Uint8Array) => async (socket: Socket) => {
  socket.write(encoded(encoding))
  await writeForever(socket, body)
}

/** Responses that must end within the limits, by path. Those that may end with `timeout` send for as long as they can. */
export const attacks: Readonly<Record<string, Attack>> = {
  'gzip-bomb': { ends: ['ratio'], send: bomb('gzip', gzipSync(zeros)) },
  'deflate-bomb': { ends: ['ratio'], send: bomb('deflate', deflateSync(zeros)) },
  'br-bomb': { ends: ['ratio'], send: bomb('br', brotliCompressSync(zeros, quick)) },
  'zstd-bomb': { ends: ['ratio'], send: bomb('zstd', zstdCompressSync(zeros)) },
  'large-gzip': { ends: ['too-large'], send: bomb('gzip', gzipSync(large)) },
  'large-deflate': { ends: ['too-large'], send: bomb('deflate', deflateSync(large)) },
  'large-br': { ends: ['too-large'], send: bomb('br', brotliCompressSync(large, quick)) },
  'large-zstd': { ends: ['too-large'], send: bomb('zstd', zstdCompressSync(large)) },
  'largest-gzip-that-is-read': {
    ends: ['fetched'],
    send: bomb('gzip', gzipSync(randomBytes(16 * mebibyte - 10_000), { level: 0 })),
  },
  'endless-gzip-members': { ends: ['too-large'], send: endlessBomb('gzip', gzipSync(zeros)) },
  'endless-zstd-frames': {
    ends: ['too-large'],
    send: endlessBomb('zstd', zstdCompressSync(zeros)),
  },
  'gzip-in-gzip': { ends: ['encoding'], send: bomb('gzip, gzip', gzipSync(gzipSync(zeros))) },
  'zstd-wide-window': { ends: ['encoding'], send: bomb('zstd', zstdCompressSync(zeros, wide)) },
  'endless-body': {
    ends: ['too-large'],
    send: async (socket) => {
      socket.write(head())
      await writeForever(socket, zeros.subarray(0, 65_536))
    },
  },
  'endless-tiny-chunks': {
    ends: ['too-large', 'timeout'],
    send: async (socket) => {
      socket.write(head('transfer-encoding: chunked'))
      await writeForever(socket, '1\r\nx\r\n'.repeat(10_000))
    },
  },
  'endless-tiny-chunks-of-gzip': {
    ends: ['too-large', 'timeout'],
    send: async (socket) => {
      socket.write(head('transfer-encoding: chunked', 'content-encoding: gzip'))
      const start = [...gzipSync('').subarray(0, 10)].map((byte) => Buffer.from([byte]))
      const emptyBlock = [0, 0, 0, 0xff, 0xff].map((byte) => Buffer.from([byte]))
      const chunk = (byte: Buffer): Buffer =>
        Buffer.concat([Buffer.from('1\r\n'), byte, Buffer.from('\r\n')])
      socket.write(Buffer.concat(start.map(chunk)))
      const blocks = Buffer.concat(emptyBlock.map(chunk))
      await writeForever(socket, Buffer.concat(Array.from({ length: 1_000 }, () => blocks)))
    },
  },
  'endless-chunk-extension': {
    ends: ['protocol'],
    send: async (socket) => {
      socket.write(`${head('transfer-encoding: chunked')}1;a=`)
      await writeForever(socket, 'x'.repeat(65_536))
    },
  },
  'endless-trailers': {
    ends: ['protocol'],
    send: async (socket) => {
      socket.write(`${head('transfer-encoding: chunked')}1\r\nx\r\n0\r\n`)
      await writeForever(socket, `trailer: ${'x'.repeat(1_000)}\r\n`)
    },
  },
  'dripping-body': {
    ends: ['timeout'],
    send: async (socket) => {
      socket.write(head())
      await drip(socket, forever('x'))
    },
  },
  'dripping-gzip': {
    ends: ['timeout'],
    send: async (socket) => {
      socket.write(encoded('gzip'))
      socket.write(gzipSync('').subarray(0, 10))
      // Empty stored blocks.
      await drip(socket, forever(Buffer.from([0, 0, 0, 0xff, 0xff])))
    },
  },
  'dripping-headers': {
    ends: ['timeout', 'headers-too-large'],
    send: async (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      await drip(socket, forever('x-header: y\r\n'))
    },
  },
  'dripping-status-line': {
    ends: ['timeout'],
    send: (socket) => drip(socket, `HTTP/1.1 200 ${'O'.repeat(10_000)}`),
  },
  'endless-headers': {
    ends: ['headers-too-large'],
    send: async (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      await writeForever(socket, `x-header: ${'y'.repeat(1_000)}\r\n`)
    },
  },
  'endless-header-line': {
    ends: ['headers-too-large'],
    send: async (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ')
      await writeForever(socket, 'y'.repeat(10_000))
    },
  },
  'endless-reason-phrase': {
    ends: ['headers-too-large'],
    send: async (socket) => {
      socket.write('HTTP/1.1 200 ')
      await writeForever(socket, 'O'.repeat(65_536))
    },
  },
  'endless-early-hints': {
    ends: ['timeout', 'too-large'],
    send: (socket) => writeForever(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  },
  silence: { ends: ['timeout'], send: () => {} },
  'closed-at-once': { ends: ['protocol'], send: (socket) => void socket.end() },
  'not-http': { ends: ['protocol'], send: (socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n') },
  upgrade: {
    ends: ['protocol'],
    send: (socket) =>
      void socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      ),
  },
  'two-lengths': {
    ends: ['protocol'],
    send: (socket) => void socket.end(`${head('content-length: 1', 'content-length: 2')}xx`),
  },
  'length-and-chunks': {
    ends: ['fetched'],
    send: (socket) =>
      void socket.end(
        `${head('content-length: 1', 'transfer-encoding: chunked')}1\r\nx\r\n0\r\n\r\n`,
      ),
  },
}
