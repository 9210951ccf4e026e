/** About requests in general. */
export const requests = {
  otherSite: 'This request came from a page of another site and was refused.',
  unknownHost:
    'Without sign-in, the server answers only at an IP address, at localhost, or at the address in PUBLIC_URL. Open it there, or set PUBLIC_URL.',
  unreadable: 'The request could not be read: its JSON or its form is malformed.',
  tooManyStreams:
    'You have too many pages open with live updates. Close some; this one continues without live updates.',
  tooLarge: 'The request is larger than this call accepts.',
  notReady:
    'The server is not working properly: {{parts}}. Its log and the page System have the details.',
  helperAway:
    'The server cannot do this now: a process that it needs is being restarted. Your request is not at fault. Try again shortly.',
  databaseDamaged:
    'The database is damaged here, so this cannot be shown. Ask your administrator to restore it from a backup.',
  databaseAway: 'The server cannot reach its database now. Try again shortly.',
  storageAway: 'The server cannot reach its object store now. Try again shortly.',
  contentType: 'This call does not accept that content type.',
  failed:
    'Something went wrong on the server. If it happens again, tell an administrator this reference: {{reference}}.',
} as const

/** Objects that do not exist, or that the caller may not know of. */
export const notFound = {
  accessToken: 'There is no such access token.',
  annotation: 'There is no such annotation.',
  assignment: 'There is no such assignment.',
  assignedCase: 'There is no such case.',
  category: 'There is no such category.',
  comment: 'There is no such comment, or somebody else wrote it.',
  dataset: 'There is no such dataset.',
  deletedAnnotation: 'There is no such deleted annotation.',
  deletedCategory: 'There is no such deleted category.',
  group: 'There is no such group of users.',
  deletedDataset: 'There is no such deleted dataset.',
  deletedImage: 'There is no such deleted image.',
  document: 'There is no such document.',
  export: 'There is no such export.',
  release: 'There is no such release.',
  fhirMessage: 'The image has no FHIR message yet. Generate one first.',
  emergencyAccess: 'There is no such emergency access.',
  image: 'There is no such image.',
  model: 'There is no such model.',
  savedFilter: 'You have no such filter here.',
  study: 'There is no such study, series or object here.',
  pageOrCall: 'There is no such page or call.',
  passkey: 'There is no such passkey.',
  passwordLink:
    'This link cannot be used any more: it has expired, was used, or was replaced by a newer one. Ask your administrator for a new link.',
  picture: 'This result has no picture. Request its numbers with asJson=true.',
  tile: 'This photograph has no such tile: it is outside the picture, or the picture has no tiles.',
  result: 'There is no such result.',
  letter: 'This message is not waiting and was not refused.',
  session: 'There is no such session; it may have ended already.',
  site: 'There is no such site.',
  station: 'There is no such station.',
  task: 'There is no such task.',
  thread: 'There is no such thread of comments; it may have been deleted.',
  user: 'There is no such user.',
  webhook: 'There is no such webhook.',
  webhookDelivery: 'There is no such message to the webhook.',
} as const

/** Faults of a single input field, if its schema has no message of its own. */
export const input = {
  missing: 'This is required.',
  notText: 'This must be text.',
  notNumber: 'This must be a number.',
  notWhole: 'This must be a whole number.',
  notYesNo: 'This must be true or false.',
  notList: 'This must be a list.',
  notGroup: 'This must have named values.',
  empty: 'This must not be empty.',
  tooShort: 'At least {{count}} characters are needed.',
  tooLong: 'At most {{count}} characters are allowed.',
  tooSmall: 'This must be at least {{count}}.',
  tooBig: 'This must be at most {{count}}.',
  notAbove: 'This must be more than {{count}}.',
  notBelow: 'This must be less than {{count}}.',
  tooFew: 'At least {{count}} entries are needed.',
  tooMany: 'At most {{count}} entries are allowed.',
  unknownOption: 'This must be one of: {{options}}.',
  unknownFields: 'Unknown fields: {{names}}.',
  notDay: 'A day is written YYYY-MM-DD.',
  notInstant: 'A time is written YYYY-MM-DDThh:mm:ssZ.',
  notAddress: 'A web address starts with http:// or https://.',
  invalid: 'This value is invalid.',
  colour: 'A colour is written #rrggbb.',
  controlCharacters: 'Control characters are not allowed.',
} as const
