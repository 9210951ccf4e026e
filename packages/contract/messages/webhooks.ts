/** About webhooks of datasets. */
export const webhooks = {
  letterTitle: 'Event for a webhook',
  urlForm: 'The address must not contain a user name or password.',
  noEvents: 'Choose at least one event.',
  tooMany: 'A dataset can have at most {{count}} webhooks. Remove one first.',
  isOff: 'The webhook is switched off. Switch it on first.',
  gone: 'The webhook was removed.',
  rightLost:
    'The user in whose name the webhook works may no longer configure the dataset. Another user who may can switch it on again.',
  receiverGone:
    'The receiver answered 410 (Gone): it no longer wants messages. Switch the webhook on again when it does.',
  secretLost:
    'This server can no longer read the secret of the webhook. Make a new secret, and switch the webhook on again.',
  notDeliverable: 'This message cannot be sent again.',
} as const
