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
  onlyInstallationAdmin: 'Only an administrator of the whole installation may do this.',
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
  secondFactorRemoved: 'The second factors of {{username}} were removed.',
  apiSignIn: 'Please sign in as an administrator to read the API page.',
  apiOnlyAdmin: 'Only an administrator may read the API page.',
} as const

export const singleSignOn = {
  unavailable: 'Single sign-on is not set up on this server.',
  noLocalAdmin:
    'Single sign-on is refused until there is an administrator with a password here. Ask your administrator.',
  otherAddress:
    'Single sign-on works only at {{address}}. Open Fovea at this address and try again.',
  notStartedHere:
    'This sign-in was not started in this browser, or took longer than ten minutes. Start again.',
  cancelled: 'The identity provider did not sign you in: it was cancelled or refused there.',
  outOfReach:
    'The identity provider ({{host}}) cannot be reached. Try again later, or tell your administrator.',
  hostNotListed:
    'Fovea may not call {{host}}, which belongs to the identity provider. Ask your administrator to add it to OUTBOUND_HOSTS.',
  otherIssuer:
    'The identity provider calls itself by another address than the one set up here. Ask your administrator to correct OIDC_ISSUER.',
  clockOff:
    'The clocks of Fovea and the identity provider differ too much. Ask your administrator to correct them.',
  refusedFovea:
    'The identity provider refused Fovea ({{error}}). Ask your administrator to check the client id, its secret, and that {{address}} is registered as redirect address.',
  notValid:
    'The answer of the identity provider is not valid. Try again, or tell your administrator.',
  noUsername:
    'The identity provider did not send a user name in the claim {{claim}}. Ask your administrator to release it to Fovea.',
  unusableUsername:
    'The user name {{username}} cannot be used here: only 1 to 64 letters, digits, underscores, dots and hyphens are allowed. Ask your administrator to send another claim as user name.',
  emergencyStays:
    'The emergency administrator keeps a password, for the day on which the identity provider is out of reach.',
  personKnown:
    'At the identity provider you are the person of another account here, {{username}}. Ask an administrator to delete that account first.',
  usernameTaken:
    'The user name {{username}} already belongs to another account here. Ask your administrator: accounts are never merged by name.',
  notAllowed:
    'Your account at the identity provider does not belong to a group that may use Fovea.',
  localSwitchedOff: 'Sign in through the identity provider: passwords are switched off here.',
  passwordElsewhere:
    'This account signs in at the identity provider. Its password is changed there.',
  notLogoutToken: 'This is not a valid logout token.',
} as const
