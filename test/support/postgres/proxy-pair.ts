import { connect, type Socket } from 'node:net'

/** What becomes of bytes that were seen: sent on, lost with their connection, or held with all that follows. */
export type Verdict = 'pass' | 'cut' | 'hold'

/** Sees bytes before they are sent on. */
export type Watch = (from: 'client' | 'server', bytes: Buffer) => Verdict

/** A client's connection and the one that carries it on. */
export type Pair = {
  /** Whether the client has not closed it. */
  readonly isOpen: () => boolean
  readonly pass: () => void
  readonly hold: () => void
  readonly cut: () => void
}

/** Carries a client's connection on to a port. */
export function joined(client: Socket, port: number, watch: Watch): Pair {
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
