import { BlockList, isIP } from 'node:net'

/** A host of the operator's allow-list, with a port if one is named. */
interface AllowedHost {
  readonly host: string
  readonly port: string | undefined
}

/** The hosts that the server may call. */
export interface OutboundHosts {
  /** Whether any host is allowed at all. */
  readonly isEmpty: boolean
  /**
   * Whether the list names the address's host and port; an entry without a port means the scheme's, or the
   * protocol's default port.
   */
  allows(url: URL, usual?: string): boolean
  /** Whether a connection to this IP is allowed: non-public addresses only if the list names them. */
  allowsConnection(ip: string, url: URL): boolean
}

/** Everything that is not the public internet (IANA's special-purpose address registries). */
const special = subnets([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Reserved for protocols and documentation, and addresses that embed an IPv4 address.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])

/**
 * IPv6 outside this range is not public: loopback, mapped and translated IPv4, private, link-local.
 */
const publicIpv6 = subnets(['2000::/3'])

/**
 * Parses the allow-list: host names, addresses and subnets (10.1.0.0/16), each name or address with
 * a port or without, such as `ai.example.org`, `ai.example.org:8443`, `[fd00::1]:8443`.
 * @throws {Error} naming the entry that is invalid
 */
export function parseOutboundHosts(entries: readonly string[]): OutboundHosts {
  const hosts = entries.filter((entry) => !isSubnet(entry)).map(parseHost)
  const networks = subnets(entries.filter(isSubnet))
  const inNetworks = (ip: string): boolean => isIP(ip) !== 0 && networks.check(ip, familyOf(ip))
  return {
    isEmpty: entries.length === 0,
    allows(url, usual = usualPort(url)) {
      const name = withoutDot(url.hostname)
      const isNamed = hosts.some(({ host, port = usual }) => host === name && port === portOf(url))
      return isNamed || (inNetworks(withoutBrackets(name)) && portOf(url) === usual)
    },
    allowsConnection(ip, url) {
      const name = isIP(ip) === 6 ? new URL(`http://[${ip}]`).hostname : ip
      const isNamed = hosts.some(
        ({ host, port = portOf(url) }) => host === name && port === portOf(url),
      )
      return isNamed || inNetworks(ip) || isPublic(ip)
    },
  }
}

function isPublic(ip: string): boolean {
  const family = familyOf(ip)
  if (family === 'ipv6' && !publicIpv6.check(ip, family)) return false
  return !special.check(ip, family)
}

function familyOf(ip: string): 'ipv4' | 'ipv6' {
  return isIP(ip) === 6 ? 'ipv6' : 'ipv4'
}

function subnets(list: readonly string[]): BlockList {
  const found = new BlockList()
  for (const subnet of list) {
    const [net = '', prefix = ''] = subnet.split('/')
    found.addSubnet(net, Number(prefix), familyOf(net))
  }
  return found
}

function isSubnet(entry: string): boolean {
  const [net = '', prefix = '', ...rest] = entry.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(net)] ?? -1
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits
}

/** Read as browsers and Node.js read it, so that every spelling of a host is the same host. */
function parseHost(entry: string): AllowedHost {
  const isPlain = /^(\[[\da-f:.]+\]|[^\s/?#@\\:[\]*]+)(:\d{1,5})?$/i.test(entry)
  const address = `http://${entry}`
  if (!isPlain || !URL.canParse(address)) throw new Error(`${entry} is no host name or address.`)
  const { hostname } = new URL(address)
  return { host: withoutDot(hostname), port: /:(\d+)$/.exec(entry)?.[1] }
}

function portOf(url: URL): string {
  return url.port === '' ? usualPort(url) : url.port
}

function usualPort({ protocol }: URL): string {
  return protocol === 'https:' ? '443' : '80'
}

function withoutDot(hostname: string): string {
  return hostname.replace(/\.$/, '')
}

/** The address in a URL's host, without the brackets of IPv6. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}
