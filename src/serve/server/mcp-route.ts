import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { presentState, type AnswerContext } from '../http/answer.ts'
import { nextTurnOf } from './check-request.ts'
import type { Send } from './send.ts'
import { minPosition, type AwaitPosition } from './min-position.ts'
import type { TurnQueue } from '../http/turn-queue.ts'
import { createMcp, mcpRefusal } from '../http/mcp/mcp.ts'

/** The options that `/mcp` shares with the other routes. */
export type McpOptions = {
  /** The most bytes of a body. */
  readonly bodyBytes: number
  readonly context: AnswerContext
  readonly turns: TurnQueue
  readonly send: Send
  readonly awaitPosition: AwaitPosition
}

/** Adds `/mcp`. Fastify reads the body; the SDK checks its content type. */
export function addMcp(app: FastifyInstance, options: McpOptions): void {
  const { bodyBytes, context, turns, send, awaitPosition } = options
  const mcp = createMcp(
    () => presentState(context),
    (error) => app.log.error(error),
  )
  const tooLarge = mcpRefusal(
    413,
    `The body is too large; ${bodyBytes} bytes are the most that is read.`,
  )
  const invalidType = mcpRefusal(
    415,
    'The request has no valid Content-Type; send application/json.',
  )
  const incomplete = mcpRefusal(400, 'The body did not arrive as a whole.')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.route({
    method: app.supportedMethods,
    url: `${context.site.basePath}/mcp`,
    config: { template: '/mcp', isPosted: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (request.headers['content-type'] === undefined) return send(reply, invalidType)
      const refusal = await awaitPosition(request.headers[minPosition])
      if (refusal !== undefined) return send(reply, refusal)
      await nextTurnOf(turns, request)()
      const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
      return send(reply, await mcp(request.headers, body))
    },
    errorHandler: (error, request, reply) => {
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') send(reply, tooLarge)
      else if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') send(reply, invalidType)
      else if (error.code === 'ECONNRESET') send(reply, incomplete)
      else app.errorHandler(error, request, reply)
    },
  })
}
