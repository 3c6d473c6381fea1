import type { IncomingMessage } from 'node:http'
import { parseWhole } from '../../domain/decimal.ts'
import { problem } from '../message/problem.ts'
import { optionsReply, type Reply } from '../message/reply.ts'
import { isHttp1 } from './guard.ts'
import type { Limits } from './limits.ts'

/** The methods of a path that is posted to. */
const postedMethods = 'POST, OPTIONS'

const postedOptions: Reply = {
  ...optionsReply,
  headers: {
    ...optionsReply.headers,
    allow: postedMethods,
    'access-control-allow-methods': postedMethods,
  },
}

/** What is said at a path that is posted to, to who does something else there; a person with a browser among them. */
export function refuseUnlessPosted(method: string, path: string, docs: string): Reply | undefined {
  if (method === 'POST') return undefined
  if (method === 'OPTIONS') return postedOptions
  const refusal = problem(
    405,
    `${method} is not for ${path}; assistants send it messages of MCP with POST, and ${docs} is for people.`,
  )
  return { ...refusal, headers: { ...refusal.headers, allow: postedMethods } }
}

/** What came of reading a body. */
export type Posted =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' | 'too-slow' | 'too-many' | 'gone' }

/** Reads bodies, so many at a time, and no more of each than the limits let. What is left of one is not kept. */
export function createBodyReader(limits: Limits): (request: IncomingMessage) => Promise<Posted> {
  let reading = 0
  return async (request) => {
    const announced = parseWhole(request.headers['content-length'] ?? '0') ?? 0
    if (announced > limits.bodyBytes) return { kind: 'too-large' }
    if (reading >= limits.bodies) return { kind: 'too-many' }
    reading++
    try {
      return await readBody(request, limits)
    } finally {
      reading--
    }
  }
}

function readBody(request: IncomingMessage, limits: Limits): Promise<Posted> {
  return new Promise((resolve) => {
    const socket = isHttp1(request) ? request.socket : undefined
    const parts: Buffer[] = []
    let length = 0
    const end = (posted: Posted): void => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('close', onClose)
      socket?.off('end', onHalfClose)
      // Node reads on to the end of the request, to find the next one, and drops what it reads.
      request.resume()
      resolve(posted)
    }
    const onData = (part: Buffer): void => {
      length += part.length
      if (length > limits.bodyBytes) end({ kind: 'too-large' })
      else parts.push(part)
    }
    const onEnd = (): void => end({ kind: 'read', bytes: Buffer.concat(parts) })
    const onClose = (): void => end({ kind: 'gone' })
    // Of a client that has ended its side Node waits for the answer before it says anything.
    const onHalfClose = (): void => {
      if (!request.complete) onClose()
    }
    const timer = setTimeout(() => end({ kind: 'too-slow' }), limits.bodyTimeout)
    // `close` follows, and says the same.
    request.on('error', () => {})
    request.on('data', onData).on('end', onEnd).on('close', onClose)
    // It may have ended its side while what it asked before was answered.
    if (socket?.readableEnded === true) onHalfClose()
    else socket?.once('end', onHalfClose)
  })
}
