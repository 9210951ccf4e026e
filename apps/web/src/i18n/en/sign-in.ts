import { passwords } from '#contract/messages/account'

/** Texts of the sign-in page. */
export const signIn = {
  firstAccount: 'The installation succeeded. Use the registration form to create an admin account.',
  intro: 'Web-based software for retinal fundus image assistance. Please log in.',
  login: 'Login',
  register: 'Register',
  notAllowed: 'You are not allowed to register new accounts',
  fullName: 'Full Name (Optional)',
  username: 'Username',
  password: 'Password',
  confirmPassword: 'Confirm Password',
  showPassword: 'Show or hide the password',
  usernameFormat: 'Only letters, digits, underscore, dot and hyphen are allowed.',
  passwordsDiffer: 'The passwords do not match.',
  loginFailed: 'User Login',
  registrationFailed: 'User Registration',
  help: 'Need help? Contact us',
  passkey: 'Sign in with a passkey',
  opensInNewTab: '(opens in a new tab)',
}

/** Texts of a page as such. */
export const page = {
  version: 'version {{version}}',
  unknownVersion: 'unknown',
  language: 'Language',
  serverConnecting: 'Connecting to the server',
  brokenTitle: 'This page stopped working',
  broken: 'Saved work is not lost. Reload the page to continue.',
  reload: 'Reload',
  awayTitle: 'The server cannot be reached',
  away: 'This page opens automatically as soon as the server responds. Your work is kept.',
}

/** Texts that many pages have, and the sign-in page too. */
export const general = {
  close: 'Close',
  loading: 'Loading…',
}

export const problem = {
  unknown: 'Something went wrong on this page. Reload it.',
  unreachable: 'The server could not be reached. Check the network and try again.',
  timedOut: 'The server took too long to respond. Try again.',
  unexpectedAnswer: 'The server’s response was not understood. Reload the page.',
}

const fields = {
  username: signIn.username,
  password: signIn.password,
  confirm_password: signIn.confirmPassword,
}

/** The texts of the sign-in page, and the messages of the server that its forms show themselves. */
export const texts = {
  translation: { account: signIn, common: general, problem, shell: page },
  messages: { passwords },
  fields,
}
