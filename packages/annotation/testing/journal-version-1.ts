import journal from './journal-version-1.json' with { type: 'json' }

/**
 * Literally what version 1 kept of an image with the annotations 1 to 3 and the label 1: a change of
 * 1 that was lost on the way, the deletion of 2, a conflict about 3, a new annotation that was being
 * created, the label 7 given and the label 1 taken away.
 */
export const journalOfVersion1: unknown = journal
