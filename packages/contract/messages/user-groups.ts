export const userGroups = {
  nameTaken: 'There is already a group of users named {{name}}.',
  unknown: 'There is no group of users with the number {{ids}}.',
  namesUnknown: 'names a group that does not exist',
} as const
