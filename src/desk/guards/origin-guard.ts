import type { FastifyInstance } from 'fastify'

const readMethods = ['GET', 'HEAD']

/** Refuses every request that may change something unless a page of the desk itself sent it (cross-site request forgery). */
export function addOriginGuard(app: FastifyInstance, origin: () => string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (readMethods.includes(request.method)) return
    const site = request.headers['sec-fetch-site'] ?? 'same-origin'
    if (request.headers.origin === origin() && site === 'same-origin') return
    return reply
      .code(403)
      .type('text/plain')
      .send('The desk accepts a change only from its own pages.\n')
  })
}
