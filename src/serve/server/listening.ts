import { lookup } from 'node:dns/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { cannotListen } from '../../domain/failure.ts'
import type { ServeSettings } from './serve-settings.ts'

/** Starts to listen, and returns the address as a URL. */
export async function listen(
  app: FastifyInstance,
  { host, port, certificate }: Pick<ServeSettings, 'host' | 'port' | 'certificate'>,
): Promise<string> {
  // Fastify does not know the protocol of a server that it did not create.
  const urlOf = (address: string): string =>
    certificate === undefined ? address : address.replace('http:', 'https:')
  const listenTextResolver = (address: string): string => `Listening at ${urlOf(address)}`
  try {
    // For a name such as localhost, Fastify would open a second server without our certificate reload.
    const { address } = await lookup(host)
    return urlOf(await app.listen({ host: address, port, listenTextResolver }))
  } catch (error) {
    throw cannotListen(`The server cannot listen on ${host}, port ${port}`, '--port', error)
  }
}

/** Reads the certificate again on SIGHUP. New connections use it; open connections keep the old one. */
export function reloadCertificateOnSignal(
  { server }: FastifyInstance,
  { certificate }: Pick<ServeSettings, 'certificate'>,
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
