import type { FastifyInstance } from 'fastify'
import { findReviewer } from '../database/registered-reviewer.ts'
import type { DeskContext } from '../desk-context.ts'
import { sendRefusal } from '../send-page.ts'

/**
 * Admits a request whose header names a registered reviewer. A proxy sets the header after it has signed the person in; only the
 * proxy can reach the socket of the desk.
 */
export function addTrustedUserGuard(
  app: FastifyInstance,
  { store }: Pick<DeskContext, 'store'>,
  header: string,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isPublic === true) return
    const id = request.headers[header.toLowerCase()]
    const found = typeof id === 'string' ? await findReviewer(store, id) : undefined
    if (found !== undefined) {
      request.reviewer = found.reviewer
      return
    }
    const who = typeof id === 'string' ? id : 'nobody'
    const sentence = `The proxy of the desk names ${who}, and that is no registered reviewer. The operator registers one with \`ratebook reviewer add\`.`
    return sendRefusal(reply, 403, 'You are not a reviewer', sentence)
  })
}
