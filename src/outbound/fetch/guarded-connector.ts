import { isIP, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressCheck } from '../address-check.ts'
import { AddressRefusal, addressRefusal, checkedLookup, type Resolve } from '../connection-guard.ts'
import { FetchError, reasonOf } from './fetch-error.ts'
import type { FetchLimits } from './fetch-limits.ts'

/** Milliseconds until the next address of a host is tried, if this one does not answer. */
const nextAddressAfter = 1_000

/**
 * Connects to hosts whose addresses all pass the check. A host that is an address is checked here, because nothing looks it up;
 * the addresses of a name are checked where they are looked up. `limits.connect` holds for all of it, the TLS handshake included.
 */
export function guardedConnector(
  check: AddressCheck,
  resolve: Resolve,
  limits: FetchLimits,
): buildConnector.connector {
  const { connect: timeout, wireBytes } = limits
  const refusalOf = (addresses: readonly string[]): string | undefined =>
    addressRefusal(addresses, check)
  const connect = buildConnector({
    timeout,
    lookup: checkedLookup(refusalOf, withNameErrors(resolve)),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressAfter,
    // Otherwise NODE_TLS_REJECT_UNAUTHORIZED could turn the verification off.
    rejectUnauthorized: true,
    allowH2: false,
    keepAlive: false,
    // Node does not compare the name of a certificate with the host again when it resumes a session.
    maxCachedSessions: 0,
  })
  return (options, callback) => {
    const { hostname } = options
    const refusal = isIP(hostname) === 0 ? undefined : refusalOf([hostname])
    if (refusal !== undefined) return callback(new AddressRefusal(refusal), null)
    // undici destroys the socket that a connector returns when the request is aborted.
    return connect(options, (...[error, socket]) => {
      if (error === null) callback(null, limitBytes(socket, hostname, wireBytes))
      else callback(connectError(error, hostname, timeout), null)
    })
  }
}

/** Destroys a socket that receives too much: chunk framing and the text of a status line count towards no other limit. */
function limitBytes(socket: Socket, hostname: string, most: number): Socket {
  const check = (): void => {
    if (socket.bytesRead <= most) return
    const message = `The response of ${hostname} is larger than ${most} bytes.`
    socket.destroy(new FetchError('too-large', message))
  }
  return socket.on('readable', check)
}

function withNameErrors(resolve: Resolve): Resolve {
  return (hostname, callback) =>
    resolve(hostname, (error, addresses) => {
      if (error === null && addresses.length > 0) return callback(null, addresses)
      const reason = error === null ? 'it has no address' : reasonOf(error)
      const message = `The name ${hostname} could not be resolved (${reason}).`
      callback(new FetchError('name', message), [])
    })
}

/** The error of a connection that was not made, as a sentence. */
function connectError(error: Error, hostname: string, timeout: number): Error {
  if (error instanceof AddressRefusal || error instanceof FetchError) return error
  // All addresses of the host failed.
  const first = error instanceof AggregateError ? ((error.errors as Error[])[0] ?? error) : error
  const { code, syscall } = first as NodeJS.ErrnoException
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    const message = `There was no connection to ${hostname} within ${timeout / 1_000} s.`
    return new FetchError('connect', message)
  }
  const reason = reasonOf(first)
  if (syscall === 'connect') {
    return new FetchError('connect', `${hostname} could not be connected to (${reason}).`)
  }
  const message = `There is no secure connection to ${hostname}, and TLS errors are never ignored (${reason}).`
  return new FetchError('tls', message)
}
