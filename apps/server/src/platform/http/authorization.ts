/**
 * The access token of an Authorization header: that of Bearer (RFC 6750), or the password of Basic (RFC
 * 7617), with any user name.
 */
export function readAccessToken(header: string | undefined): string | undefined {
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(header?.trim() ?? '') ?? []
  if (/^bearer$/i.test(scheme)) return value
  if (!/^basic$/i.test(scheme)) return undefined
  const [, ...password] = Buffer.from(value, 'base64').toString('utf8').split(':')
  return password.join(':')
}
