import type { Socket } from 'node:net'
import type { Instant } from '../domain/instant.ts'
import { isWithin } from '../query/span.ts'
import type { Asking } from './answer.ts'
import type { Answers, Wishes } from './answers.ts'
import { bytesAt, dateOf, undated } from './dated.ts'
import { createFormatNegotiation } from './format.ts'
import { emptyLine, headNumber, longestHead, type Viewed } from './head-number.ts'
import { createHotHeads } from './hot.ts'
import type { Observe, Told, Via } from './observation.ts'
import { tooBusy, type Gate } from './overload.ts'
import { noPayload } from './payload.ts'
import type { ReadTarget } from './read-target.ts'
import { createRoom } from './room.ts'
import { writeTo } from './straight.ts'
import { createPageTurner } from './turn-pages.ts'
import type { WireHead } from './wire.ts'

/** Answers requests by the bytes of their heads. */
export type Quick = {
  /** Learns what headers wish for, by the text in which they were sent. */
  readonly learn: (headers: string, wishes: Wishes) => void
  /**
   * Answers the request at a place in the so many bytes that arrived, and returns where the next begins: at the same place, if it
   * could not. Nothing may be waiting to be written to the socket.
   */
  readonly answer: (arrived: Viewed, start: number, length: number, socket: Socket) => number
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

/** How many clients' headers are known; one that sends others each time makes the server forget them. */
const mostHeaders = 1_000
/** The plainest request line; what stands in the target is looked at where it is read. */
const requestLine = /^(GET|HEAD) (\S+) HTTP\/1\.1$/

/** Answers what is kept, or can be made without a compression; the rest, and every problem, is Node's server's. */
export function createQuick(options: QuickOptions): Quick {
  const { answers, wireHead, now, clock, gate, observe, hotBytes } = options
  const wishesOf = new Map<string, Wishes>()
  let hot = createHotHeads(hotBytes)
  let readTarget = options.readTarget
  let generation: object | undefined
  /** Whether an answer to the request at hand is on its way. */
  let isWritten = false
  const formatFor = createFormatNegotiation()
  const room = createRoom()

  const tell = (told: Told, socket: Socket, started: number, via: Via): void => {
    observe({ told, milliseconds: clock() - started, client: socket.remoteAddress ?? '', via })
  }

  const write = (socket: Socket, bytes: Uint8Array): void => {
    isWritten = true
    writeTo(socket, bytes)
  }

  /** In an overload most are refused: that takes one write. */
  const refusal = {
    whole: undated(wireHead(tooBusy), tooBusy.body),
    head: undated(wireHead(tooBusy), noPayload),
  }
  const refuse = (isHead: boolean, socket: Socket, at: Instant): Pick<Told, 'status' | 'bytes'> => {
    write(socket, bytesAt(isHead ? refusal.head : refusal.whole, at))
    return { status: tooBusy.status, bytes: isHead ? 0 : tooBusy.body.length }
  }

  const answerHot = (
    number: number,
    { view }: Viewed,
    start: number,
    end: number,
    socket: Socket,
  ): boolean => {
    const known = hot.find(number, view, start, end)
    if (known === undefined) return false
    const at = now()
    if (!isWithin(known.span, at)) return false
    const started = clock()
    known.uses.asked++
    write(socket, bytesAt(known, at))
    tell(known.told, socket, started, 'memo')
    return true
  }

  /** Puts a response together; `undefined` where something has to be compressed first. */
  const make = (asking: Asking, wishes: Wishes, isHead: boolean, socket: Socket, at: Instant) => {
    const said = answers.sayNow(asking, wishes)
    if (said?.answer === undefined) return undefined
    const { reply, answer, via } = said
    const [beforeDate, afterDate] = wireHead(reply)
    const text = beforeDate + dateOf(at) + afterDate
    const body = isHead ? noPayload : reply.body
    const bytes = room.take(socket, text.length + body.length)
    bytes.write(text, 0, 'latin1')
    body.writeTo(bytes, text.length)
    const { status } = reply
    return { answer, via, status, length: body.length, bytes, dateAt: beforeDate.length }
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
    if (fromMarket && !gate.admits(socket)) {
      const refused = refuse(method === 'HEAD', socket, at)
      gate.rest(socket)
      tell({ endpoint, method, target, ...refused }, socket, started, 'none')
      return true
    }
    const format = targeted.format ?? formatFor(targeted.endpoint, wishes.accept ?? '')
    const asking = targeted.ask(format)
    const made =
      'problem' in asking ? undefined : make(asking, wishes, method === 'HEAD', socket, at)
    if (made === undefined) {
      // Node's server asks the gate once more.
      if (fromMarket) gate.again(socket)
      return false
    }
    const { answer, via, status, length, bytes, dateAt } = made
    isWritten = true
    room.send(socket, bytes)
    const told = { endpoint, method, target, status, bytes: length }
    tell(told, socket, started, via)
    hot.keep(number, head, { bytes, told, dateAt, answer }, at)
    return true
  }

  const answerAt: Quick['answer'] = (arrived, start, length, socket) => {
    const latest = answers.generation()
    if (latest !== generation) {
      // All of it goes at once: an answer that is never asked for again would keep a market that is no longer served.
      hot = createHotHeads(hotBytes)
      readTarget = createPageTurner(options.readTarget)
      generation = latest
    }
    const { bytes, view } = arrived
    // Most send one request and wait for its answer; of one that is kept, its end need not be looked for.
    const isFirst = start === 0 && length <= longestHead
    const whole = isFirst ? headNumber(view, 0, length) : undefined
    if (whole !== undefined && answerHot(whole, arrived, 0, length, socket)) return length
    const end = bytes.indexOf(emptyLine, start, 'latin1') + emptyLine.length
    const isThere = end >= emptyLine.length && end - start <= longestHead
    // Behind what arrived there are bytes of others.
    if (!isThere || end > length) return start
    const isAlone = whole !== undefined && end === length
    const number = isAlone ? whole : headNumber(view, start, end)
    if (!isAlone && answerHot(number, arrived, start, end, socket)) return end
    return answerNew(bytes.subarray(start, end), number, socket) ? end : start
  }

  return {
    learn(headers, wishes) {
      if (wishesOf.size >= mostHeaders) wishesOf.clear()
      const { accept, 'accept-encoding': encodings, 'if-none-match': known } = wishes
      wishesOf.set(headers, { accept, 'accept-encoding': encodings, 'if-none-match': known })
    },
    answer(arrived, start, length, socket) {
      isWritten = false
      try {
        return answerAt(arrived, start, length, socket)
      } catch (error) {
        // An error of ours is Node's server's to answer: it meets it again, says 500 and logs it. But nothing is answered twice.
        if (isWritten) throw error
        return start
      }
    },
  }
}
