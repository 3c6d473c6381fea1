import { isIP, BlockList } from 'node:net'
import { parseWhole } from '../domain/decimal.ts'

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
export function webhookRefusal(
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
