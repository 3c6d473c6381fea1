import type { Socket } from 'node:net'
import type { Instant } from '../../domain/instant.ts'
import { isWithin } from '../../query/span.ts'
import type { Answers } from '../answers.ts'
import type { Observe, Told, Via } from '../message/observation.ts'
import { noPayload } from '../message/payload.ts'
import type { ReadTarget } from '../read-target.ts'
import type { SendingMemory } from '../rows/sending-memory.ts'
import { tooBusy, type Gate } from '../server/overload.ts'
import { bytesAt, dateOf, undated } from './dated.ts'
import { emptyLine, headNumber, longestHead, type Viewed } from './head-number.ts'
import { createHotHeads } from './hot.ts'
import type { Made } from './known-lists.ts'
import { createHeadReader, type HeadReader, type ReadHead } from './read-head.ts'
import { createRoom } from './room.ts'
import { writeTo } from './straight.ts'
import type { WireHead } from './wire.ts'

/** Answers requests by the bytes of their heads. */
export type Quick = {
  readonly learn: HeadReader['learn']
  /**
   * Answers the request at a place in the so many bytes that arrived, and returns where the next begins: at the same place, if it
   * could not. Nothing may be waiting to be written to the socket. The response may go only at the end of this turn of the event loop.
   */
  readonly answer: (arrived: Viewed, start: number, length: number, socket: Socket) => number
  /** Sends what was answered and has not gone yet: before anything else is done with its socket, or anything that may take long. */
  readonly settle: (socket?: Socket) => void
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
  /** Where responses are sent from, if they are not encrypted. */
  readonly sending: SendingMemory | undefined
}

/** Answers what is kept, or can be made without a compression; the rest, and every problem, is Node's server's. */
export function createQuick(options: QuickOptions): Quick {
  const { answers, readTarget, wireHead, now, clock, gate, observe, hotBytes, sending } = options
  const heads = createHeadReader(readTarget, wireHead, answers)
  let hot = createHotHeads(hotBytes)
  let generation: object | undefined
  /** Whether an answer to the request at hand is on its way. */
  let isWritten = false
  const room = createRoom(clock, gate.spent, sending)

  const tell = (told: Told, socket: Socket, at: Instant, started: number, via: Via): void => {
    const client = socket.remoteAddress ?? ''
    observe({ told, milliseconds: clock() - started, client, via, at })
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
    tell(known.told, socket, at, started, 'memo')
    return true
  }

  const send = (
    { head: [beforeDate, afterDate], body }: Pick<Made, 'head' | 'body'>,
    socket: Socket,
    at: Instant,
  ): Buffer => {
    const text = beforeDate + dateOf(at) + afterDate
    const bytes = room.take(socket, text.length + body.length)
    bytes.write(text, 0, 'latin1')
    body.writeTo(bytes, text.length)
    isWritten = true
    room.send(socket, bytes)
    return bytes
  }

  const answerNew = (
    asked: ReadHead,
    arrived: Viewed,
    number: number,
    start: number,
    end: number,
    socket: Socket,
  ): boolean => {
    const started = clock()
    const { endpoint, method, target, remember } = asked
    const at = now()
    room.open()
    if (endpoint.fromMarket && !gate.admits(socket)) {
      const refused = refuse(method === 'HEAD', socket, at)
      gate.rest(socket)
      tell({ endpoint: endpoint.path, method, target, ...refused }, socket, at, started, 'none')
      return true
    }
    // A page of a list that is known takes some microseconds, most often; of all else nobody knows.
    if (remember !== undefined) room.settle()
    const made = asked.make(at)
    if (made === undefined) {
      // Node's server asks the gate once more.
      if (endpoint.fromMarket) gate.again(socket)
      return false
    }
    const { answer, via, status, head } = made
    const body = method === 'HEAD' ? noPayload : made.body
    const sent = send({ head, body }, socket, at)
    const told = { endpoint: endpoint.path, method, target, status, bytes: body.length }
    tell(told, socket, at, started, via)
    const dateAt = head[0].length
    hot.keep(number, arrived, start, end, { bytes: sent, told, dateAt, answer }, at)
    remember?.(made)
    return true
  }

  /** Whether the head between two places was answered; `undefined` if its headers are not known. */
  const answerHead = (
    arrived: Viewed,
    start: number,
    end: number,
    socket: Socket,
  ): boolean | undefined => {
    const number = headNumber(arrived.view, start, end)
    if (answerHot(number, arrived, start, end, socket)) return true
    const asked = heads.read(arrived, start, end)
    return asked && answerNew(asked, arrived, number, start, end, socket)
  }

  const answerAt: Quick['answer'] = (arrived, start, length, socket) => {
    const latest = answers.generation()
    if (latest !== generation) {
      // All of it goes at once: an answer that is never asked for again would keep a market that is no longer served.
      hot = createHotHeads(hotBytes)
      heads.forget()
      generation = latest
    }
    // Most send one request and wait for its answer: headers that are known end as a head does, so its end need not be looked for.
    const isWhole = start === 0 && length <= longestHead
    if (isWhole) {
      const isAnswered = answerHead(arrived, 0, length, socket)
      if (isAnswered !== undefined) return isAnswered ? length : start
    }
    const end = arrived.bytes.indexOf(emptyLine, start, 'latin1') + emptyLine.length
    const isThere = end >= emptyLine.length && end - start <= longestHead
    // Behind what arrived there are bytes of others.
    if (!isThere || end > length || (isWhole && end === length)) return start
    return answerHead(arrived, start, end, socket) === true ? end : start
  }

  return {
    settle: room.settle,
    learn: heads.learn,
    answer(arrived, start, length, socket) {
      isWritten = false
      room.settleLate()
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
