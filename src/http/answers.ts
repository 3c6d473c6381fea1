import { setImmediate as turn } from 'node:timers/promises'
import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import { always, isWithin } from '../query/span.ts'
import type { Asking, View } from './answer.ts'
import type { Derived } from './derived.ts'
import type { Body } from './message/body.ts'
import { bounded, type Bounded } from './message/bounded.ts'
import { replyOf, type Content } from './message/content.ts'
import type { Encoding } from './message/encodings.ts'
import type { Reply } from './message/reply.ts'
import { compress, representNow, type Representation } from './message/represent.ts'
import { createEncodingChoice, type Wishes } from './message/wishes.ts'

/** Where answers come from; the server is handed no database and no clock of its own. */
export type Source = {
  readonly market: () => Market
  readonly isHealthy: () => boolean
  readonly now: () => Instant
}

/** A reply, and whether it was kept or made. One that is no problem comes with the answer that it is a form of. */
export type Said = {
  readonly reply: Reply
  readonly via: 'cache' | 'made'
  readonly answer?: Answered
}

/** Answers by normalised target: what was asked before is a copy for as long as it holds. */
export type Answers = {
  readonly say: (asking: Asking, wishes: Wishes) => Said | Promise<Said>
  /** The same where it can be had at once; `undefined` where something has to be compressed first. */
  readonly sayNow: (asking: Asking, wishes: Wishes) => Said | undefined
  /** The form of a body that is for a client, if it can be had at once. */
  readonly formNow: (body: Body, wishes: Wishes) => Representation | undefined
  /** The same object for as long as what was said may be said again, as far as the book goes. */
  readonly generation: () => object
  /** What answers are made from at this moment, for those who make their own. */
  readonly view: () => View
  /** Makes what is asked often for a market that is about to be served, one answer in a turn of the event loop. */
  readonly prepare: (next: Market) => Promise<void>
}

/** An answer, and the forms of it that were asked for. */
export type Answered = {
  readonly asking: Asking
  readonly content: Content
  readonly forms: Map<Encoding, Representation>
  readonly uses: Uses
}

/** How often an answer was asked for; apart from it, for those who count and hold nothing of it. */
export type Uses = { asked: number }

/** A market, whether its book can be read, and the answers that hold for both. */
type Generation = {
  readonly market: Market
  readonly isHealthy: boolean
  readonly answers: Bounded<string, Answered>
}

/** How many answers are made ahead for a new market; all else is as quick as what was never asked before. */
const popular = 100
/** Milliseconds after which a new market is served, whatever is ready: a publication shows within a second. */
const mostPreparing = 400

/** Answers from a source, of which so many bytes are kept, with a place for what is derived for them. */
export function createAnswers(source: Source, cacheBytes: number, derived: Derived): Answers {
  const encodingFor = createEncodingChoice()
  const begin = (market: Market, isHealthy: boolean): Generation => ({
    market,
    isHealthy,
    answers: bounded(cacheBytes, sizeOf),
  })
  let current: Generation | undefined
  let prepared: Generation | undefined

  const generation = (): Generation => {
    const market = source.market()
    const isHealthy = source.isHealthy()
    if (market === current?.market && isHealthy === current.isHealthy) return current
    const isPrepared = prepared?.market === market && prepared.isHealthy === isHealthy
    current = (isPrepared && prepared) || begin(market, isHealthy)
    prepared = undefined
    return current
  }

  const find = (
    { answers }: Generation,
    asking: Asking,
    view: View,
  ): Found | { readonly problem: Reply } => {
    const { key } = asking
    const known = key === undefined ? undefined : answers.get(key)
    if (known !== undefined && isWithin(known.content.span ?? always, view.now)) {
      known.uses.asked++
      return { answer: known, via: 'cache' }
    }
    const content = asking.answer(view)
    if ('problem' in content) return content
    const answer: Answered = { asking, content, forms: new Map(), uses: { asked: 1 } }
    if (key !== undefined) answers.set(key, answer)
    return { answer, via: 'made' }
  }

  /** What can be said at once: a problem, a form that is there, or a way to get the one that is not. */
  const begun = (asking: Asking, wishes: Wishes): Said | (() => Promise<Said>) => {
    const now = generation()
    const view = { ...now, now: source.now(), derived }
    const found = find(now, asking, view)
    if ('problem' in found) return { reply: found.problem, via: 'made' }
    const { answer } = found
    const { content, forms } = answer
    const said = (form: Representation): Said => ({
      ...found,
      reply: replyOf(content, form, wishes['if-none-match'], view.now),
    })
    const add = (form: Representation): Said => {
      forms.set(form.encoding, form)
      const { key } = asking
      // It has grown.
      if (key !== undefined && now.answers.get(key) === answer) now.answers.set(key, answer)
      return said(form)
    }
    const encoding = encodingFor(content.body, wishes)
    const known = forms.get(encoding)
    if (known !== undefined) return said(known)
    const form = representNow(content.body, encoding)
    return form === undefined ? async () => add(await compress(content.body, encoding)) : add(form)
  }

  return {
    generation,
    formNow: (body, wishes) => representNow(body, encodingFor(body, wishes)),
    view: () => ({
      market: source.market(),
      isHealthy: source.isHealthy(),
      now: source.now(),
      derived,
    }),
    say(asking, wishes) {
      const said = begun(asking, wishes)
      return typeof said === 'function' ? said() : said
    },
    sayNow(asking, wishes) {
      const said = begun(asking, wishes)
      return typeof said === 'function' ? undefined : said
    },
    async prepare(market) {
      const next = begin(market, source.isHealthy())
      const started = source.now()
      for (const [key, { asking, forms, uses }] of mostAsked(generation().answers)) {
        await turn()
        if (source.now() - started > mostPreparing) break
        const content = asking.answer({ ...next, now: source.now(), derived })
        if ('problem' in content) continue
        const asked = uses.asked >> 1
        const answer: Answered = { asking, content, forms: new Map(), uses: { asked } }
        for (const encoding of forms.keys()) {
          const { body } = content
          const form = representNow(body, encoding) ?? (await compress(body, encoding))
          answer.forms.set(encoding, form)
        }
        next.answers.set(key, answer)
      }
      prepared = next
    },
  }
}

type Found = { readonly answer: Answered; readonly via: Said['via'] }

/** About what an answer takes up: its bytes, and some objects around them. */
function sizeOf({ content, forms }: Answered): number {
  let size = 1_000 + content.body.least
  for (const { payload } of forms.values()) size += payload.length
  return size
}

function mostAsked(answers: Bounded<string, Answered>): readonly [key: string, Answered][] {
  return [...answers.entries()]
    .filter(([, { uses }]) => uses.asked > 1)
    .toSorted(([, a], [, b]) => b.uses.asked - a.uses.asked)
    .slice(0, popular)
}
