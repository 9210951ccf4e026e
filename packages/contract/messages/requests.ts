/** What the server says of any request. */
export const requests = {
  otherSite: 'This request came from a page of another site and was refused.',
  unknownHost:
    'Without sign-in, the server answers only at an IP address, at localhost, or at the address in PUBLIC_URL. Open it there, or set PUBLIC_URL.',
  unreadable: 'The request could not be read: its JSON or its form is malformed.',
  tooManyStreams:
    'Too many pages of yours are open for live updates. Close some; this one goes on without live updates.',
  tooLarge: 'The request is larger than this call accepts.',
  notReady:
    'The server does not work as it should: {{parts}}. Its log and the page System have the details.',
  helperAway:
    'The server cannot do this now: a process that it needs has ended and is being started again. Nothing is wrong with what you sent. Try again shortly.',
  databaseDamaged:
    'The database is damaged where this is kept, so nothing is shown of it. Tell your administrator: it has to be restored from a backup.',
  databaseAway: 'The server cannot reach its database now. Try again shortly.',
  contentType: 'This call does not accept that content type.',
  failed:
    'Something went wrong on the server. If it happens again, tell an administrator this reference: {{reference}}.',
} as const

/** What is not there, or not for the caller to know. */
export const notFound = {
  accessToken: 'There is no such access token.',
  annotation: 'There is no such annotation.',
  category: 'There is no such category.',
  dataset: 'There is no such dataset.',
  deletedAnnotation: 'There is no such deleted annotation.',
  deletedCategory: 'There is no such deleted category.',
  deletedDataset: 'There is no such deleted dataset.',
  deletedImage: 'There is no such deleted image.',
  document: 'There is no such document.',
  export: 'There is no such export.',
  fhirMessage: 'The image has no FHIR message yet. Generate one first.',
  image: 'There is no such image.',
  model: 'There is no such model.',
  study: 'There is no such study, series or object here.',
  pageOrCall: 'There is no such page or call.',
  picture: 'There is no picture of this result; its numbers are there with asJson=true.',
  tile: 'This photograph has no such tile: it is outside the picture, or shown whole.',
  result: 'There is no such result.',
  letter: 'This message is not waiting and was not refused.',
  station: 'There is no such station.',
  task: 'There is no such task.',
  user: 'There is no such user.',
} as const

/** What is wrong with one field of the input, where its schema does not say it in words of its own. */
export const input = {
  missing: 'This is required.',
  wrongKind: 'This must be of another kind: {{expected}}.',
  empty: 'This must not be empty.',
  tooShort: 'At least {{count}} characters are needed.',
  tooLong: 'At most {{count}} characters are allowed.',
  tooSmall: 'This must be at least {{count}}.',
  tooBig: 'This must be at most {{count}}.',
  tooFew: 'At least {{count}} entries are needed.',
  tooMany: 'At most {{count}} entries are allowed.',
  unknownOption: 'This must be one of: {{options}}.',
  unknownFields: 'Unknown here: {{names}}.',
  wrongFormat: 'This is not written as it should be ({{format}}).',
  invalid: 'This cannot be used.',
  colour: 'A colour is written #rrggbb.',
  controlCharacters: 'Control characters are not allowed.',
} as const
