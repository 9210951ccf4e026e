export const secondFactor = {
  required:
    'This account has a second factor. Enter the code of the authenticator app or a recovery code, or use a passkey.',
  addFirst: 'Add a second factor to your account first.',
  signInTooSlow: 'This sign-in took longer than five minutes. Start again.',
  setUpTooSlow: 'Setting it up took longer than ten minutes. Start again.',
  wrongCode: 'This code is wrong, or was used already.',
  none: 'Your account has no second factor.',
  keepOne:
    'Your administrator requires a second factor. Add another one before you remove the last.',
  passkeyRefused:
    'The passkey was refused: it belongs to no account here, did not ask for a PIN or a finger, or took longer than five minutes. Try again, or sign in with your password.',
  passkeyNotAdded:
    'The passkey was not added: it belongs to an account already, or the browser has another address than the one set up here. Open Fovea at its public address and try again.',
  passkeysUnavailable:
    'Passkeys need a public address with a domain. Ask your administrator to set PUBLIC_URL.',
} as const
