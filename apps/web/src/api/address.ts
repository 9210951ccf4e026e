import type { Endpoint } from '#contract/endpoint'

export type AddressValues = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * The address of a call, always a path on this server. Throws 'Unsafe URL rejected' for anything
 * that would leave it: absolute, protocol-relative, data and file addresses.
 */
export function addressOf(
  endpoint: Pick<Endpoint, 'path'>,
  values: { params?: AddressValues | undefined; query?: AddressValues | undefined } = {},
): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values.params?.[name]
    if (value === undefined) throw new Error(`The address ${endpoint.path} needs "${name}".`)
    return encodeURIComponent(String(value))
  })
  return assertSafe(path + queryOf(values.query))
}

function queryOf(values: AddressValues = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size === 0 ? '' : `?${query}`
}

export function assertSafe(address: string): string {
  const staysHere = /^\/(?![/\\])/.test(address) && !/[\\\p{Cc}]/u.test(address)
  if (!staysHere) throw new Error('Unsafe URL rejected')
  return address
}
