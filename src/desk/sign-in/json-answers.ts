import type { FastifyReply } from 'fastify'

/** Answers a request of `sign-in.js` with a sentence for the person. The reason goes to the log only. */
export function refuse(
  reply: FastifyReply,
  status: number,
  message: string,
  reason: string = message,
): FastifyReply {
  reply.request.log.warn(`Sign-in was refused: ${reason}`)
  return reply.code(status).send({ message })
}

/** The fields of a JSON body; none if it is something else. */
export function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}
