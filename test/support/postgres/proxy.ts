import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { CleanupContext } from './cleanup.ts'
import { forwardConnection, type ProxiedConnection, type OnBytes } from './proxy-connection.ts'

/** A proxy in front of a local port that simulates network failures. */
export type Proxy = {
  readonly port: number
  /** Forwards everything, held bytes first. */
  readonly pass: () => void
  /** Accepts connections and holds all data. */
  readonly blackhole: () => void
  /** Resets all connections, new ones too. */
  readonly refuse: () => void
  /** Resets the current connections. */
  readonly cut: () => void
  /** Calls a function with all bytes before they are forwarded. */
  readonly watch: (watch: OnBytes) => void
  /** The numbers of open connections, and of all connections, including refused ones. */
  readonly count: () => { readonly open: number; readonly ever: number }
}

/** Starts a proxy that forwards everything; it stops with the test. */
export async function startProxy(t: CleanupContext, target: number): Promise<Proxy> {
  let mode: 'pass' | 'hold' | 'refuse' = 'pass'
  let watching: OnBytes = () => 'pass'
  let ever = 0
  const pairs = new Set<ProxiedConnection>()
  const cut = () => {
    for (const pair of pairs) pair.cut()
  }
  const blackhole = () => {
    mode = 'hold'
    for (const pair of pairs) pair.hold()
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    ever++
    if (mode === 'refuse') {
      client.on('error', () => {}).resetAndDestroy()
      return
    }
    const pair = forwardConnection(client, target, (from, bytes) => {
      const verdict = watching(from, bytes)
      if (verdict === 'hold') blackhole()
      return verdict
    })
    pairs.add(pair)
    client.once('close', () => pairs.delete(pair))
    if (mode === 'hold') pair.hold()
  })
  t.after(() => {
    cut()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    pass() {
      mode = 'pass'
      for (const pair of pairs) pair.pass()
    },
    blackhole,
    refuse() {
      mode = 'refuse'
      cut()
    },
    cut,
    watch(onBytes) {
      watching = onBytes
    },
    count: () => ({ open: [...pairs].filter((pair) => pair.isOpen()).length, ever }),
  }
}

/** The server's response to a successful COMMIT. If it is lost, the outcome is unknown to the client. */
export const committed = Buffer.from('C\0\0\0\x0bCOMMIT\0')
