/** About calls that programs make by access tokens, and servers that end. */
export const programs = {
  wrongToken: 'This access token is not valid: it is wrong, has expired or was revoked.',
  notForPrograms: 'Programs may not make this call. A person signs in for it.',
  missingScope: 'The access token lacks the scope “{{scope}}”, which this call needs.',
  onlyDatasets:
    'The access token is restricted to some datasets and may not make this call, which goes beyond them.',
  tooManyByToken:
    'This access token has made more than {{count}} requests within a minute. Try again in {{seconds}} s.',
  draining: 'This server process is about to stop. Send the request again: another one answers.',
} as const
