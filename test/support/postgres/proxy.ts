import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { Ending } from './endings.ts'
import { joined, type Pair, type Watch } from './proxy-pair.ts'

/** A network in front of a port of this machine. */
export type Proxy = {
  readonly port: number
  /** Sends everything on, what was held first. */
  readonly pass: () => void
  /** Accepts, says nothing and ends nothing, until it passes again. */
  readonly blackhole: () => void
  /** Resets every connection, those to come too, until it passes again. */
  readonly refuse: () => void
  /** Resets every connection; those to come are as before. */
  readonly cut: () => void
  /** Asks about all bytes that would pass. */
  readonly watch: (watch: Watch) => void
  /** How many connections clients have open, and how many they ever opened, refused ones too. */
  readonly count: () => { readonly open: number; readonly ever: number }
}

/** Starts a network that passes everything; it ends with the test. */
export async function startProxy(t: Ending, target: number): Promise<Proxy> {
  let mode: 'pass' | 'hold' | 'refuse' = 'pass'
  let watching: Watch = () => 'pass'
  let ever = 0
  const pairs = new Set<Pair>()
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
    const pair = joined(client, target, (from, bytes) => {
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
    watch(asked) {
      watching = asked
    },
    count: () => ({ open: [...pairs].filter((pair) => pair.isOpen()).length, ever }),
  }
}

/** What a server answers to a COMMIT that it has done: to lose these bytes is to leave the outcome unknown. */
export const committed = Buffer.from('C\0\0\0\x0bCOMMIT\0')
