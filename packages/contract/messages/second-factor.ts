export const secondFactor = {
  required:
    'This account has a second factor. Enter the code of the authenticator app, or a recovery code.',
  addFirst: 'Add a second factor to your account first.',
  signInTooSlow: 'This sign-in took longer than five minutes. Start again.',
  setUpTooSlow: 'Setting it up took longer than ten minutes. Start again.',
  wrongCode: 'This code is wrong, or was used already.',
  none: 'Your account has no second factor.',
  keepOne:
    'Your administrator requires a second factor. Add another one before you remove the last.',
} as const
