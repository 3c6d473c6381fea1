import { connect, type Socket } from 'node:net'

/** Sends bytes over a connection of their own, and returns what came back until the server closed it. */
export function exchange(port: number, bytes: string, from = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    let received = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk))
    socket.setTimeout(20_000, () => socket.destroy(new Error(`Nothing came back to ${bytes}`)))
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
    socket.write(bytes, 'latin1')
  })
}

/** The status of each response in what came back. */
export function statusesIn(received: string): readonly number[] {
  return Array.from(received.matchAll(/(?:^|\})HTTP\/1\.1 (\d{3}) /g), ([, status]) =>
    Number(status),
  )
}

/** A connection that asks one request after the other. */
export type Conversation = {
  readonly socket: Socket
  /** Sends a head and returns the response to it: its status line and headers, and how many milliseconds it took. */
  readonly ask: (head: string) => Promise<{ readonly head: string; readonly took: number }>
}

/** Opens a connection that is kept. */
export function converse(port: number): Conversation {
  const socket = connect(port, '127.0.0.1').setNoDelay()
  socket.on('error', () => {})
  const ask: Conversation['ask'] = (text) => {
    const began = performance.now()
    let received = ''
    const { promise, resolve, reject } = Promise.withResolvers<{ head: string; took: number }>()
    const onData = (chunk: Buffer): void => {
      received += chunk.toString('latin1')
      const end = received.indexOf('\r\n\r\n')
      const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(received)?.[1] ?? 0)
      const isBare = text.startsWith('HEAD') || received.startsWith('HTTP/1.1 304')
      if (end === -1 || received.length < end + 4 + (isBare ? 0 : length)) return
      socket.off('data', onData).off('close', onClose)
      resolve({ head: received.slice(0, end), took: performance.now() - began })
    }
    const onClose = (): void => reject(new Error(`The connection was closed after ${received}`))
    socket.on('data', onData).once('close', onClose)
    socket.write(text)
    return promise
  }
  return { socket, ask }
}
