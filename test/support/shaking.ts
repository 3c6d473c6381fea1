import { createApp, type App } from '../../src/http/app.ts'
import { after } from '../../src/domain/instant.ts'
import type { Market } from '../../src/market/market.ts'
import type { Chance } from './chance.ts'
import type { Chunk } from './conversation.ts'
import { oddRequest, plainRequest } from './odd-requests.ts'
import type { Shared, Twins } from './twins.ts'

const second = 1_000
const steps = [0, 0, 1, 500, second, 59 * second, 3_600 * second, 86_400 * second]

/** Sends so many requests to twins, while time passes, markets come and go, and the book cannot always be read. */
export async function shake(
  twins: Twins,
  shared: Shared,
  chance: Chance,
  markets: readonly Market[],
  requests: number,
): Promise<void> {
  const app = createApp(twins.source)
  const known: string[] = []
  while (twins.counts.asked < requests) {
    if (chance.percent(40)) shared.now = after(shared.now, chance.pick(steps))
    if (chance.percent(15)) shared.market = chance.pick(markets)
    if (chance.percent(10)) shared.isHealthy = !shared.isHealthy
    const tags = await tagsOf(app)
    await twins.compare(Array.from({ length: 16 }, () => planOf(chance, tags, known)))
  }
}

/**
 * The requests of one connection, as the network may bring them: alone, joined, or in pieces. What is odd comes again on
 * other connections, to the letter, so that whatever was remembered of it is made use of.
 */
function planOf(chance: Chance, tags: readonly string[], known: string[]): Chunk[] {
  const odd = chance.pick([0, 0, 0, 8, 30])
  const nextOdd = (): string => {
    if (known.length > 0 && chance.percent(75)) return chance.pick(known)
    const text = oddRequest(chance, tags)
    known[known.length < 25 ? known.length : chance.below(known.length)] = text
    return text
  }
  const next = (): string => (chance.percent(odd) ? nextOdd() : plainRequest(chance, tags))
  const plan: Chunk[] = []
  for (let count = 4 + chance.below(16); count > 0; count--) {
    const texts = Array.from({ length: chance.percent(25) ? 2 + chance.below(3) : 1 }, next)
    // What comes behind a request that ends its connection may be read or not, as it happens.
    const waits = odd > 0 || chance.percent(70)
    let text = texts.join('')
    for (let cuts = chance.percent(1 + odd) ? 1 + chance.below(3) : 0; cuts > 0; cuts--) {
      const end = text.indexOf('\r\n\r\n') + 4
      const cut = chance.percent(30) ? end : chance.below(text.length)
      plan.push({ text: text.slice(0, cut), requests: 0, waits })
      text = text.slice(cut)
    }
    plan.push({ text, requests: texts.length, waits })
  }
  return plan
}

/** The tags of some answers at the moment. */
async function tagsOf(app: App): Promise<readonly string[]> {
  const targets = ['/health', '/summary', '/compare?tenure_months=12', '/rates/history/beta']
  const encodings = ['identity', 'gzip']
  const answers = targets.flatMap((url) =>
    encodings.map(async (encoding) => {
      const { headers } = await app.inject({ url, headers: { 'accept-encoding': encoding } })
      return String(headers['etag'])
    }),
  )
  return Promise.all(answers)
}
