import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { patience } from './cli.ts'
import type { Received } from './document.ts'

/** Sends bytes to a listening app, and reads one response until the server closes the connection. */
export async function sendRaw(app: FastifyInstance, bytes: string): Promise<Received> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.setTimeout(patience, () => socket.destroy(new Error('The server sent no response.')))
  socket.write(bytes)
  await once(socket, 'close')
  return readResponse(Buffer.concat(chunks).toString('latin1'))
}

/** The text of a request with `Connection: close` and these further header lines. */
export function requestText(method: string, target: string, ...lines: readonly string[]): string {
  const head = [
    `${method} ${target} HTTP/1.1`,
    'Host: ratebook.example',
    'Connection: close',
    ...lines,
  ]
  return `${head.join('\r\n')}\r\n\r\n`
}

function readResponse(text: string): Received {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.split(': ', 1)[0]?.toLowerCase(),
      line.slice(line.indexOf(': ') + 2),
    ]),
  ) as Record<string, string>
  const status = Number(statusLine.match(/^HTTP\/1\.1 (\d{3}) /)?.[1])
  const sent = rest.join('\r\n\r\n')
  const body = headers['transfer-encoding'] === 'chunked' ? joined(sent) : sent
  return { status, headers, body: Buffer.from(body, 'latin1').toString() }
}

/** The content of the chunks of a body (RFC 9112, section 7.1). */
function joined(chunks: string): string {
  const end = chunks.indexOf('\r\n') + 2
  const size = Number.parseInt(chunks, 16)
  return size > 0 ? chunks.slice(end, end + size) + joined(chunks.slice(end + size + 2)) : ''
}
