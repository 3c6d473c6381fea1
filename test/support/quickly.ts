import type { Socket } from 'node:net'
import { createAnswers, type Answers, type Source } from '../../src/http/answers.ts'
import type { Wishes } from '../../src/http/message/wishes.ts'
import { createDerived } from '../../src/http/derived.ts'
import type { Endpoint } from '../../src/http/endpoint.ts'
import { endpoints } from '../../src/http/endpoints.ts'
import { viewed, type Viewed } from '../../src/http/memo/head-number.ts'
import { defaultLimits } from '../../src/http/server/limits.ts'
import type { Observation } from '../../src/http/message/observation.ts'
import { createGate } from '../../src/http/server/overload.ts'
import { createQuick, type Quick } from '../../src/http/memo/quick.ts'
import { createTargetReader } from '../../src/http/read-target.ts'
import { commonHeaders } from '../../src/http/message/reply.ts'
import { newSendingMemory } from '../../src/http/rows/sending-memory.ts'
import { createWireHead } from '../../src/http/memo/wire.ts'

/** What answers by the heads of requests, put together as the server does, over a socket that only takes down what is written. */
export type Quickly = {
  readonly quick: Quick
  readonly answers: Answers
  /** Sends a whole head; whether it was answered. */
  readonly isAnswered: (head: Viewed) => boolean
  /** What was written since the last look. */
  readonly written: () => readonly Buffer[]
  /** How often an endpoint was asked to make an answer. */
  readonly made: () => number
  /** Why the last answer came about as it did. */
  readonly last: () => Observation | undefined
}

/** Puts the parts together. */
export function createQuickly(source: Source, cacheBytes = 64_000_000): Quickly {
  let [made, taken]: [number, Buffer[]] = [0, []]
  let last: Observation | undefined
  const counting = (endpoint: Endpoint): Endpoint => ({
    ...endpoint,
    answer(question) {
      made++
      return endpoint.answer(question)
    },
  })
  const sending = newSendingMemory()
  const answers = createAnswers(source, cacheBytes, createDerived(sending))
  const quick = createQuick({
    sending,
    answers,
    readTarget: createTargetReader(endpoints.map(counting), ''),
    wireHead: createWireHead(commonHeaders, defaultLimits.keepAlive),
    now: source.now,
    clock: () => 0,
    hotBytes: cacheBytes,
    gate: createGate(defaultLimits, () => 0),
    observe: (observation) => {
      last = observation
    },
  })
  const write = (bytes: Buffer): boolean => taken.push(bytes) > 0
  const socket = { write, writable: true, remoteAddress: '127.0.0.1' } as unknown as Socket
  const written = (): readonly Buffer[] => {
    const before = taken
    taken = []
    return before
  }
  const isAnswered = (head: Viewed): boolean => {
    const { length } = head.bytes
    const end = quick.answer(head, 0, length, socket)
    quick.settle(socket)
    return end === length
  }
  return { quick, answers, isAnswered, written, made: () => made, last: () => last }
}

/** A head that asks for a target, after which the quick way knows its headers. */
export function learned({ quick }: Quickly, target: string, encoding = 'identity'): Viewed {
  return learnedHead(quick, `GET ${target}`, { 'accept-encoding': encoding })
}

/** The same for any method, and any wishes. */
export function learnedHead(quick: Quick, line: string, wishes: Wishes): Viewed {
  const lines = Object.entries(wishes).map(([name, value]) => `${name}: ${String(value)}\r\n`)
  const headers = `Host: a\r\n${lines.join('')}\r\n`
  quick.learn(headers, wishes)
  return viewed(Buffer.from(`${line} HTTP/1.1\r\n${headers}`))
}
