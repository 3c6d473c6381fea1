import type { Socket } from 'node:net'
import type { Instant } from '../domain/instant.ts'
import { isWithin, type Span } from '../query/span.ts'
import type { Answers, Uses, Wishes } from './answers.ts'
import { bounded, type Bounded } from './bounded.ts'
import { steadySpan } from './content.ts'
import { bytesAt, copyOf, dateOf, undated, type Dated } from './dated.ts'
import { createFormatNegotiation } from './format.ts'
import { headNumber } from './head-number.ts'
import type { Observe, Told, Via } from './observation.ts'
import { tooBusy, type Gate } from './overload.ts'
import { ownText } from './own-text.ts'
import { noPayload } from './payload.ts'
import type { ReadTarget } from './read-target.ts'
import type { Reply } from './reply.ts'
import { createRoom } from './room.ts'
import { createPageTurner } from './turn-pages.ts'
import type { WireHead } from './wire.ts'

/** Answers requests by the bytes of their heads. */
export type Quick = {
  /** Learns what headers wish for, by the text in which they were sent. */
  readonly learn: (headers: string, wishes: Wishes) => void
  /** Answers a head; whether it could. */
  readonly answer: (head: Buffer, socket: Socket) => boolean
}

/** What quick answers are made of. */
export type QuickOptions = {
  readonly answers: Answers
  readonly readTarget: ReadTarget
  readonly wireHead: WireHead
  readonly now: () => Instant
  /** Milliseconds since any moment. */
  readonly clock: () => number
  readonly gate: Gate
  readonly observe: Observe
  /** The bytes that whole responses by head may take up. */
  readonly hotBytes: number
}

/**
 * A head that was answered before, and the response. It holds nothing of the answer: of a page, the compressed bytes are the
 * least part.
 */
type Hot = Dated & {
  readonly head: Buffer
  /** The time in which the response stays the same. */
  readonly span: Span
  readonly uses: Uses
  readonly told: Told
  readonly size: number
}

/** How many heads are remembered that were answered once: of what nobody asks for again nothing else is kept. */
const rememberedOnce = 2_000
/** How many clients' headers are known; one that sends others each time makes the server forget them. */
const mostHeaders = 1_000
/** The plainest request line; what stands in the target is looked at where it is read. */
const requestLine = /^(GET|HEAD) (\S+) HTTP\/1\.1$/

/** Answers what is kept, or can be made without a compression; the rest, and every problem, is Node's server's. */
export function createQuick(options: QuickOptions): Quick {
  const { answers, wireHead, now, clock, gate, observe, hotBytes } = options
  const wishesOf = new Map<string, Wishes>()
  const newHot = (): Bounded<number, Hot> => bounded(hotBytes, ({ size }) => size)
  let hot = newHot()
  let readTarget = options.readTarget
  let generation: object | undefined
  const askedOnce = new Set<number>()
  const formatFor = createFormatNegotiation()
  const room = createRoom()

  const tell = (told: Told, socket: Socket, started: number, via: Via): void => {
    observe({ told, milliseconds: clock() - started, client: socket.remoteAddress ?? '', via })
  }

  const isAskedAgain = (number: number): boolean => {
    if (askedOnce.delete(number)) return true
    if (askedOnce.size >= rememberedOnce) askedOnce.clear()
    askedOnce.add(number)
    return false
  }

  /** In an overload most are refused: that takes one write. */
  const refusal = {
    whole: undated(wireHead(tooBusy), tooBusy.body),
    head: undated(wireHead(tooBusy), noPayload),
  }
  const refuse = (isHead: boolean, socket: Socket, at: Instant): Pick<Told, 'status' | 'bytes'> => {
    socket.write(bytesAt(isHead ? refusal.head : refusal.whole, at))
    return { status: tooBusy.status, bytes: isHead ? 0 : tooBusy.body.length }
  }

  const answerHot = (known: Hot, socket: Socket): boolean => {
    const at = now()
    if (!isWithin(known.span, at)) return false
    const started = clock()
    known.uses.asked++
    socket.write(bytesAt(known, at))
    tell(known.told, socket, started, 'memo')
    return true
  }

  const answerNew = (head: Buffer, number: number, socket: Socket): boolean => {
    const text = head.toString('latin1')
    const lineEnd = text.indexOf('\r\n')
    const wishes = wishesOf.get(text.slice(lineEnd + 2))
    const [, verb, target] = requestLine.exec(text.slice(0, lineEnd)) ?? []
    if (wishes === undefined || target === undefined) return false
    const method = verb === 'HEAD' ? 'HEAD' : 'GET'
    const targeted = readTarget(target)
    if (targeted === undefined) return false
    const started = clock()
    const { path: endpoint, fromMarket } = targeted.endpoint
    const at = now()
    const send = (reply: Reply, via: Via) => {
      const [beforeDate, afterDate] = wireHead(reply)
      const text = beforeDate + dateOf(at) + afterDate
      const body = method === 'HEAD' ? noPayload : reply.body
      const bytes = room.take(socket, text.length + body.length)
      bytes.write(text, 0, 'latin1')
      body.writeTo(bytes, text.length)
      room.send(socket, bytes)
      const told = { endpoint, method, target, status: reply.status, bytes: body.length }
      tell(told, socket, started, via)
      return { sent: bytes, told, dateAt: beforeDate.length }
    }
    if (fromMarket && !gate.admits()) {
      const refused = refuse(method === 'HEAD', socket, at)
      tell({ endpoint, method, target, ...refused }, socket, started, 'none')
      return true
    }
    const format = targeted.format ?? formatFor(targeted.endpoint, wishes.accept ?? '')
    const asking = targeted.ask(format)
    const said = 'problem' in asking ? undefined : answers.sayNow(asking, wishes)
    if (said?.answer === undefined) return false
    const { reply, answer, via } = said
    const { sent, told, dateAt } = send(reply, via)
    const span = steadySpan(answer.content)
    if (hotBytes > 0 && isWithin(span, at) && (via === 'cache' || isAskedAgain(number))) {
      const [ownHead, bytes] = [copyOf(head), copyOf(sent)]
      const target = ownText(told.target)
      const size = 1_000 + head.length + 3 * target.length + bytes.length
      const second = Math.floor(at / 1000)
      const kept = { head: ownHead, bytes, dateAt, second, told: { ...told, target } }
      hot.set(number, { ...kept, span, uses: answer.uses, size })
    }
    return true
  }

  return {
    learn(headers, wishes) {
      if (wishesOf.size >= mostHeaders) wishesOf.clear()
      const { accept, 'accept-encoding': encodings, 'if-none-match': known } = wishes
      wishesOf.set(headers, { accept, 'accept-encoding': encodings, 'if-none-match': known })
    },
    answer(head, socket) {
      const latest = answers.generation()
      if (latest !== generation) {
        // All of it goes at once: an answer that is never asked for again would keep a market that is no longer served.
        hot = newHot()
        readTarget = createPageTurner(options.readTarget)
        generation = latest
      }
      const number = headNumber(head)
      const known = hot.get(number)
      if (known?.head.equals(head) === true && answerHot(known, socket)) return true
      return answerNew(head, number, socket)
    },
  }
}
