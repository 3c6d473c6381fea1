import { BlockList, isIP, type LookupFunction } from 'node:net'
import { parseWhole } from '../domain/decimal.ts'
import { lookup, type LookupAddress } from 'node:dns'

/** Decides which addresses a request may be sent to. */
export type AddressCheck = {
  /** Whether the operator has named the address, alone or as part of a block. */
  readonly isNamed: (address: string) => boolean
  /** Whether the address is public, or the operator has named it. */
  readonly isReachable: (address: string) => boolean
}

/** IPv4 blocks that are not public, from the special-purpose registry of IANA; multicast and reserved addresses as a whole. */
const privateBlocks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]

/** IPv6 has public addresses only here. Mapped, compatible, translated, local and multicast addresses are outside. */
const globalUnicast = ['2000::/3']

/** Blocks of global unicast that are not public: protocol assignments with Teredo, documentation, 6to4. */
const specialGlobalUnicast = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** Makes the check of `--allow-address`, whose values are valid addresses and CIDR blocks. */
export function createAddressCheck(allowed: readonly string[]): AddressCheck {
  const named = blockList(allowed)
  const publicIpv6 = blockList(globalUnicast)
  const notPublic = blockList([...privateBlocks, ...specialGlobalUnicast])
  const matches = (list: BlockList, address: string): boolean =>
    list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
  const isNamed = (address: string): boolean => isPlainIp(address) && matches(named, address)
  const isPublic = (address: string): boolean =>
    isPlainIp(address) &&
    !matches(notPublic, address) &&
    (isIP(address) === 4 || matches(publicIpv6, address))
  return { isNamed, isReachable: (address) => isNamed(address) || isPublic(address) }
}

/** An IP address without a zone, which names an interface of this machine. */
function isPlainIp(address: string): boolean {
  return isIP(address) !== 0 && !address.includes('%')
}

function blockList(blocks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const block of blocks) {
    const [address = '', length = ''] = block.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    const prefix = parseWhole(length)
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, prefix, family)
  }
  return list
}

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

/** Whether a host name or an address, without brackets, is of this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
