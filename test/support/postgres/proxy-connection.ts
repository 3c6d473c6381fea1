import { connect, type Socket } from 'node:net'

/** Forward the bytes, reset the connection, or hold these and all later bytes. */
export type ForwardAction = 'pass' | 'cut' | 'hold'

/** Decides what to do with received bytes. */
export type OnBytes = (from: 'client' | 'server', bytes: Buffer) => ForwardAction

/** A client connection and its connection to the server. */
export type ProxiedConnection = {
  /** Whether the client still has it open. */
  readonly isOpen: () => boolean
  readonly pass: () => void
  readonly hold: () => void
  readonly cut: () => void
}

/** Forwards a client connection to a port. */
export function forwardConnection(client: Socket, port: number, watch: OnBytes): ProxiedConnection {
  const server = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let holds = false
  const held: (() => void)[] = []
  const now = (work: () => void) => {
    if (holds) held.push(work)
    else work()
  }
  const cut = () => {
    client.resetAndDestroy()
    server.resetAndDestroy()
  }
  const carry = (from: 'client' | 'server', source: Socket, sink: Socket) => {
    const send = (bytes: Buffer) => {
      if (!sink.destroyed) sink.write(bytes)
    }
    source.on('data', (bytes: Buffer) => {
      if (holds) {
        held.push(() => send(bytes))
        return
      }
      const verdict = watch(from, bytes)
      if (verdict === 'cut') cut()
      else now(() => send(bytes))
    })
    source.on('end', () => now(() => sink.end()))
    source.on('error', () => now(cut))
  }
  carry('client', client, server)
  carry('server', server, client)
  return {
    isOpen: () => !client.destroyed && !client.readableEnded,
    cut,
    hold() {
      holds = true
    },
    pass() {
      holds = false
      for (const work of held.splice(0)) work()
    },
  }
}
