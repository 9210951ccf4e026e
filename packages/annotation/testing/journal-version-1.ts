import journal from './journal-version-1.json' with { type: 'json' }

/**
 * The literal journal of version 1 for an image with the annotations 1 to 3 and the label 1: a lost
 * change of 1, the deletion of 2, a conflict about 3, a new annotation being created, label 7 added
 * and label 1 removed.
 */
export const journalOfVersion1: unknown = journal
