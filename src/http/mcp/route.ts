import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answers } from '../answers.ts'
import type { Via } from '../message/observation.ts'
import type { Reply } from '../message/reply.ts'
import type { Limits } from '../server/limits.ts'
import { minPosition, type AwaitPosition } from '../server/min-position.ts'
import { tooBusy, type Gate } from '../server/overload.ts'
import { createBodyReader, type Posted } from '../server/posted.ts'
import { createMcp, mcpRefusal } from './mcp.ts'

/** What `/mcp` shares with the other paths. */
type Shared = {
  readonly basePath: string
  readonly limits: Limits
  readonly gate: Gate
  readonly answers: Answers
  readonly awaitPosition: AwaitPosition
  readonly send: (reply: FastifyReply, said: Reply, via?: Via) => FastifyReply
}

/** Adds `/mcp`: a body is read, in time and no longer than it may be, and then answered like everything else. */
export function addMcp(app: FastifyInstance, shared: Shared): void {
  const { basePath, limits, gate, answers, awaitPosition, send } = shared
  const bodyOf = createBodyReader(limits)
  const mcp = createMcp(answers.view, limits, (error) => app.log.error(error))
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { headers } = request
    if (headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue()
    const posted = await bodyOf(request.raw)
    if (posted.kind !== 'read') return send(reply, refusalOf(posted, limits))
    const late = await awaitPosition(headers[minPosition])
    if (late !== undefined) return send(reply, late)
    // Asked a second time: much may have come while the body did.
    gate.again(request.raw.socket)
    if (!gate.admits(request.raw.socket)) return send(reply, tooBusy)
    return send(reply, await gate.during(() => mcp(headers, posted.bytes)), 'made')
  }
  app.route({
    method: app.supportedMethods,
    url: `${basePath}/mcp`,
    config: { template: '/mcp', isPosted: true },
    // Before the framework looks for a body and at what it is.
    onRequest: answer,
    handler: answer,
  })
}

function refusalOf({ kind }: Exclude<Posted, { kind: 'read' }>, limits: Limits): Reply {
  switch (kind) {
    case 'too-large':
      return mcpRefusal(
        413,
        `The body is too large; ${limits.bodyBytes} bytes are the most that is read.`,
      )
    case 'too-slow':
      return mcpRefusal(408, 'The body took too long to arrive.')
    case 'gone':
      return mcpRefusal(400, 'The body did not arrive as a whole.')
    case 'too-many':
      return tooBusy
    default:
      throw kind satisfies never
  }
}
