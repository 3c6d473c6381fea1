import { createAnswers, type Answers, type Said } from '../../src/http/answers.ts'
import { createDerived } from '../../src/http/derived.ts'
import type { Asking } from '../../src/http/answer.ts'
import { endpoints } from '../../src/http/endpoints.ts'
import { bytesOf } from '../../src/http/message/payload.ts'
import { createTargetReader } from '../../src/http/read-target.ts'
import type { Market } from '../../src/market/market.ts'
import { at } from './sample-market.ts'

/** Answers over a market that may be swapped, asked by targets. */
export type Answering = {
  readonly served: { market: Market; isHealthy: boolean }
  readonly answers: Answers
  /** How often each endpoint was asked to make an answer, by its path. */
  readonly made: Map<string, number>
  readonly say: (target: string, encoding?: string) => Promise<Said>
  readonly askingOf: (target: string) => Asking
}

/** Answers of which so many bytes are kept. */
export function answersOver(market: Market, cacheBytes = 64_000_000): Answering {
  const served = { market, isHealthy: true }
  const made = new Map<string, number>()
  const counted = endpoints.map((endpoint) => ({
    ...endpoint,
    answer(question: Parameters<typeof endpoint.answer>[0]) {
      made.set(endpoint.path, (made.get(endpoint.path) ?? 0) + 1)
      return endpoint.answer(question)
    },
  }))
  const readTarget = createTargetReader(counted, '')
  const now = at('2026-03-01T00:00:00Z')
  const source = {
    market: () => served.market,
    isHealthy: () => served.isHealthy,
    now: () => now,
  }
  const answers = createAnswers(source, cacheBytes, createDerived())
  const askingOf = (target: string): Asking => {
    const asking = readTarget(target)?.ask('json')
    if (asking === undefined || 'problem' in asking) throw new Error(`${target} is no question.`)
    return asking
  }
  const say = async (target: string, encoding = ''): Promise<Said> =>
    answers.say(askingOf(target), { 'accept-encoding': encoding })
  return { served, answers, made, say, askingOf }
}

/** A reply with its bytes in place of what writes them. */
export function whole({ reply: { body, ...reply } }: Said) {
  return { ...reply, bytes: bytesOf(body) }
}
