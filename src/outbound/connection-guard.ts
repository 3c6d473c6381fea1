import { lookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { AddressCheck } from './address-check.ts'

/** Resolves a host name to all its addresses. */
export type Resolve = (
  hostname: string,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

/** Resolves with the resolver of the operating system. */
export const systemResolve: Resolve = (hostname, callback) =>
  lookup(hostname, { all: true }, callback)

/** The addresses of a host must not be connected to. */
export class AddressRefusal extends Error {}

/**
 * Why a webhook's URL whose host is an address must not be requested. Node does not look up such a host, so `guardedLookup`
 * never sees it. `URL` has already converted other notations, such as 0x7f.1.
 */
export function literalRefusal(url: URL, check: AddressCheck): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) === 0 ? undefined : webhookRefusal(url, [host], check)
}

/** The `lookup` option of the request of a webhook. */
export function guardedLookup(url: URL, check: AddressCheck, resolve: Resolve): LookupFunction {
  return checkedLookup((addresses) => webhookRefusal(url, addresses, check), resolve)
}

/**
 * A `lookup` option that refuses a host by its addresses. Node connects to the addresses that were checked, so the name cannot
 * resolve to another one between the check and the connection.
 */
export function checkedLookup(
  refusalOf: (addresses: readonly string[]) => string | undefined,
  resolve: Resolve,
): LookupFunction {
  return (hostname, { all = false }, callback) => {
    resolve(hostname, (error, found) => {
      if (error !== null) return callback(error, [])
      const [first] = found
      if (first === undefined) return callback(new Error(`${hostname} has no address`), [])
      const refusal = refusalOf(found.map(({ address }) => address))
      if (refusal !== undefined) callback(new AddressRefusal(refusal), [])
      else if (all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
}

/** One address that must not be reached refuses the host. */
export function addressRefusal(
  addresses: readonly string[],
  check: AddressCheck,
): string | undefined {
  const unreachable = addresses.find((address) => !check.isReachable(address))
  if (unreachable === undefined) return undefined
  return `the address ${unreachable} is not public, and --allow-address does not name it`
}

/** For a webhook, plain HTTP is only for addresses that the operator has named. */
function webhookRefusal(
  url: URL,
  addresses: readonly string[],
  check: AddressCheck,
): string | undefined {
  const refusal = addressRefusal(addresses, check)
  if (refusal !== undefined) return refusal
  const unnamed = addresses.find((address) => !check.isNamed(address))
  if (url.protocol === 'https:' || unnamed === undefined) return undefined
  return `http is only for addresses that --allow-address names, and ${unnamed} is not one of them`
}
