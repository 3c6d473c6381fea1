import type { FastifyInstance } from 'fastify'

/**
 * Refuses a request for another host than that of the origin. A page of another site whose name resolves to this address
 * (DNS rebinding) would otherwise be of the same origin as the desk.
 */
export function addHostGuard(app: FastifyInstance, origin: () => string): void {
  app.addHook('onRequest', async (request, reply) => {
    const { host } = new URL(origin())
    // HTTP/2 has the host in its own field.
    const { ':authority': asked = request.headers.host } = request.raw.headers
    if (asked === host) return
    return reply.code(421).type('text/plain').send(`This desk answers only at ${origin()}.\n`)
  })
}
