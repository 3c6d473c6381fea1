import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { parseWhole } from '../../domain/decimal.ts'
import {
  AddressRefusal,
  addressRefusal,
  checkedLookup,
  type AddressCheck,
  type Resolve,
} from '../../outbound/address-check.ts'
import { FetchError, codeOrMessage } from './fetch-outcome.ts'
import type { FetchLimits } from './fetch-limits.ts'

/** Milliseconds until the next address of a host is tried, if this one does not answer. */
const nextAddressAfter = 1_000

/** How connections are made. */
export type ConnectionSettings = {
  readonly check: AddressCheck
  readonly resolve: Resolve
  readonly limits: FetchLimits
}

/**
 * Connects to the host of a URL, if all its addresses pass the check. A host that is an address is checked here, because nothing
 * looks it up; the addresses of a name are checked where they are looked up. `limits.connect` holds for all of it, the TLS
 * handshake included.
 */
export async function connectGuarded(
  url: URL,
  { check, resolve, limits }: ConnectionSettings,
  signal: AbortSignal,
): Promise<Socket> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const refusalOf = (addresses: readonly string[]): string | undefined =>
    addressRefusal(addresses, check)
  const refusal = isIP(host) === 0 ? undefined : refusalOf([host])
  if (refusal !== undefined) throw new AddressRefusal(refusal)
  signal.throwIfAborted()
  const isTls = url.protocol === 'https:'
  const options = {
    host,
    port: parseWhole(url.port) ?? (isTls ? 443 : 80),
    lookup: checkedLookup(refusalOf, withNameErrors(resolve)),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressAfter,
  }
  const socket = isTls
    ? connectTls({
        ...options,
        servername: isIP(host) === 0 ? host : '',
        ALPNProtocols: ['http/1.1'],
        // Otherwise NODE_TLS_REJECT_UNAUTHORIZED could turn the verification off.
        rejectUnauthorized: true,
      })
    : connectTcp(options)
  const late = new FetchError(
    'connect',
    `There was no connection to ${host} within ${limits.connect / 1_000} s.`,
  )
  const timer = setTimeout(() => socket.destroy(late), limits.connect)
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal })
    return socket
  } catch (error) {
    socket.destroy()
    throw connectError(error as Error, host)
  } finally {
    clearTimeout(timer)
  }
}

function withNameErrors(resolve: Resolve): Resolve {
  return (hostname, callback) =>
    resolve(hostname, (error, addresses) => {
      if (error === null && addresses.length > 0) return callback(null, addresses)
      const reason = error === null ? 'it has no address' : codeOrMessage(error)
      const message = `The name ${hostname} could not be resolved (${reason}).`
      callback(new FetchError('name', message), [])
    })
}

/** The error of a connection that was not made, as a sentence. */
function connectError(error: Error, hostname: string): Error {
  if (error instanceof AddressRefusal || error instanceof FetchError) return error
  // All addresses of the host failed.
  const first = error instanceof AggregateError ? ((error.errors as Error[])[0] ?? error) : error
  const { syscall } = first as NodeJS.ErrnoException
  const reason = codeOrMessage(first)
  if (syscall === 'connect') {
    return new FetchError('connect', `${hostname} could not be connected to (${reason}).`)
  }
  const message = `There is no secure connection to ${hostname}, and TLS errors are never ignored (${reason}).`
  return new FetchError('tls', message)
}
