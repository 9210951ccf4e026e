export const datasets = {
  exists: 'Dataset already exists.',
  existsInUndo:
    'Dataset already exists. It is in the undo list: restore it there, or delete it for good.',
  nameRequired: 'Dataset name is required',
  nameIsNoFolder: 'A dataset name has no slashes and is not "." or "..".',
  resetGroup: 'Metadata',
  resetTask: 'Resetting the metadata of {{dataset}}',
  resetOfDeleted: 'The dataset was deleted before its metadata were reset.',
  resetDone: 'Images reset: {{images}}. Annotations reset: {{annotations}}.',
  annotateUrlForm: 'Enter an address like https://host/path, without a password.',
  unknownUsers: 'There is no user named {{usernames}}.',
  namesUnknownUsers: 'names a user that does not exist',
  notMembers:
    'The dataset is not shared with {{usernames}}. Share it with them first, then make them clinicians.',
  namesStrangers: 'names a user with whom the dataset is not shared',
} as const

export const categories = {
  nameTaken: 'You already have a category named {{name}}.',
  onlyCreator: 'Only {{creator}} or an administrator may change this category.',
  unknown: 'There is no category {{ids}}.',
  namesUnknown: 'names a category that does not exist',
  keypointsDoNotFit: 'Keypoint labels must be unique, and edges must join two different labels.',
} as const

export const undo = {
  categoryExists:
    'A category of this name exists again. Rename that one first, then restore this one.',
  categoryDeleted: 'Its category {{name}} is deleted. Restore the category first.',
} as const
