export const account = {
  signInFirst: 'Please sign in.',
  wrongCredentials: 'The username or the password is wrong.',
  currentPasswordWrong: 'Your current password is wrong.',
  expired: 'Your account has expired.',
  tooManyAttempts: 'Too many failed attempts. Try again in {{seconds}} s.',
  registrationClosed: 'You are not allowed to register new accounts',
  usernameTaken: 'This username is already taken.',
  signInSwitchedOff: 'Accounts are switched off on this server; no sign-in is needed.',
  switchedOff: 'Accounts are switched off on this server.',
  changePasswordFirst: 'Change the password that an administrator has set for you first.',
  usernameSigns: 'Only letters, digits, underscore, dot and hyphen are allowed.',
} as const

export const passwords = {
  length: 'At least 8 characters.',
  uppercase: 'At least one uppercase letter.',
  lowercase: 'At least one lowercase letter.',
  number: 'At least one number.',
  special: 'At least one special character.',
  longer: 'Use more than 5 characters.',
  differ: 'The passwords do not match.',
  common: 'This password is easy to guess. Choose a less common one.',
  same: 'Choose a password other than your current one.',
} as const

export const users = {
  onlyAdmin: 'Only an administrator may do this.',
  nameTaken: 'The username {{username}} is already taken.',
  nameRequired: 'A name is required.',
  usernameLength: 'At least 4 characters.',
  invalidDate: 'Invalid Date',
  updated: 'User {{username}} has been updated.',
  expires: 'The account of {{username}} expires on {{day}}.',
  notYourself: 'You cannot delete your own account. Ask another administrator to do it.',
  lastAdmin: 'This is the last administrator. Appoint another one first.',
  heirIsNoAdmin: 'The datasets can only go to another administrator.',
  isNoOtherAdmin: 'is not another administrator',
  apiSignIn: 'Please sign in as an administrator to read the API page.',
  apiOnlyAdmin: 'Only an administrator may read the API page.',
} as const
