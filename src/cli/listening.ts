import cluster from 'node:cluster'
import { lookup } from 'node:dns/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { assertFree, canShare, listenBeside } from '../http/server/beside.ts'
import { cannotListen } from './failure.ts'
import { print } from './output.ts'
import type { ServeSettings } from './serve-settings.ts'

/** Listens where the settings say, and returns the address as a URL. */
export async function listen(
  app: FastifyInstance,
  { host, port, certificate }: ServeSettings,
): Promise<string> {
  // Fastify does not know that a listener which it was handed speaks TLS.
  const asSpoken = (address: string): string =>
    certificate === undefined ? address : address.replace('http:', 'https:')
  const listenTextResolver = (address: string): string => `Listening at ${asSpoken(address)}`
  try {
    // By address: for a name with two, Fastify would open a second listener that nothing else knows of.
    const { address } = await lookup(host)
    // Workers are given the socket of their parent.
    const reusePort = cluster.isPrimary && (await canShare(address))
    // Between this and the listening another server can start unseen: nothing else is to be done there.
    await app.ready()
    if (reusePort) await assertFree(address, port)
    const place = { host: address, port, reusePort }
    const url = asSpoken(await app.listen({ ...place, listenTextResolver }))
    if (reusePort) {
      await listenBeside(app.server, address).catch((error: unknown) => {
        app.log.warn(
          error,
          `One socket listens at port ${port}: of many clients that connect at once, some wait.`,
        )
      })
    }
    return url
  } catch (error) {
    throw cannotListen(`The server cannot listen on ${host}, port ${port}`, '--port', error)
  }
}

/** Tells the person at the terminal where the answers are. */
export function announce(address: string, isSample: boolean, hasPage: boolean, log: Logger): void {
  if (isSample) log.warn('This market was built from samples: these are not current rates.')
  print(`Ratebook answers at ${address}${isSample ? ' (sample data, not current rates)' : ''}

  ${address}${hasPage ? '/' : '/rates/changes?limit=10'}
  ${address}/compare?tenure_months=12
  ${address}/docs`)
}

/** On SIGHUP new connections get the new certificate; those that stand keep theirs. */
export function takeUpCertificates(
  { server }: FastifyInstance,
  { certificate }: ServeSettings,
  log: Logger,
): void {
  process.on('SIGHUP', () => {
    if (certificate === undefined || !('setSecureContext' in server)) return
    try {
      ;(server as { setSecureContext(options: object): void }).setSecureContext(certificate())
      log.info('New connections use the certificate that was read now.')
    } catch (error) {
      log.error(error, 'The new certificate cannot be used; the old one stays.')
    }
  })
}
