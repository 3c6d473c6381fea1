import { connect, type Socket } from 'node:net'
import { patience } from './cli.ts'

/** Sends bytes on a new connection. Returns what the server sends until it closes the connection. */
export function exchange(port: number, bytes: string, from = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    let received = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk))
    socket.setTimeout(patience, () =>
      socket.destroy(new Error(`The server sent nothing after ${bytes}`)),
    )
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
    socket.write(bytes, 'latin1')
  })
}

/** The status of each response in the received text. */
export function statusesIn(received: string): readonly number[] {
  return Array.from(received.matchAll(/(?:^|\})HTTP\/1\.1 (\d{3}) /g), ([, status]) =>
    Number(status),
  )
}

/** A kept-alive connection for one request after the other. */
export type Conversation = {
  readonly socket: Socket
  /** Sends a request without a body; resolves to the status line and headers of its response. */
  readonly ask: (
    request: string,
  ) => Promise<{ readonly head: string; readonly milliseconds: number }>
}

/** Opens a kept-alive connection. */
export function converse(port: number): Conversation {
  const socket = connect(port, '127.0.0.1').setNoDelay()
  socket.on('error', () => {})
  const ask: Conversation['ask'] = (request) => {
    const start = performance.now()
    let received = ''
    const { promise, resolve, reject } = Promise.withResolvers<{
      head: string
      milliseconds: number
    }>()
    const onData = (chunk: Buffer): void => {
      received += chunk.toString('latin1')
      const end = received.indexOf('\r\n\r\n')
      const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(received)?.[1] ?? 0)
      const hasNoBody = request.startsWith('HEAD') || received.startsWith('HTTP/1.1 304')
      if (end === -1 || received.length < end + 4 + (hasNoBody ? 0 : length)) return
      socket.off('data', onData).off('close', onClose)
      resolve({ head: received.slice(0, end), milliseconds: performance.now() - start })
    }
    const onClose = (): void => reject(new Error(`The connection was closed after ${received}`))
    socket.on('data', onData).once('close', onClose)
    socket.write(request)
    return promise
  }
  return { socket, ask }
}
