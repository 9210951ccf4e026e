/** About mails, which the outbox delivers. */
export const mail = {
  linkTitle: 'Mail with a link for choosing a password',
  noticeTitle: 'Notice by mail',
  notSetUp: 'This server sends no mails. The operator can set SMTP_HOST.',
  noAddress: 'The account {{username}} has no email address.',
  needsAddress: 'Set a password, or an email address for the invitation.',
  invalidAddress: 'Enter an email address.',
  linkSent: 'A link for a new password is being sent to {{address}}.',
  accountGone: 'The account no longer exists, or has no password here.',
  notSecure: 'No encrypted connection to the mail server {{host}} could be made.',
  signInRefused:
    'The mail server {{host}} refused the user name or password. Correct SMTP_USER and its password.',
  interrupted:
    'The connection to the mail server {{host}} broke off, or its certificate is not trusted.',
  refused: 'The mail server {{host}} refused the mail (reply {{status}}).',
} as const
