export const savedFilters = {
  nameTaken:
    'You already have a filter named {{name}} here. Choose another name, or delete that filter.',
  tooMany: 'You may save at most {{most}} filters in a dataset. Delete one first.',
} as const
