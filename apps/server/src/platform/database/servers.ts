/**
 * The addresses of single servers in an address that may name several, joined by commas as in
 * libpq's: `postgres://user@one:5432,two:5432/fovea`.
 */
export function serversOf(address: string): readonly string[] {
  const parts = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i.exec(address)
  if (parts === null) return [address]
  const [, before = '', hosts = '', after = ''] = parts
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}
