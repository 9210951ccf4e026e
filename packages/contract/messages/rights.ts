import type { Right } from '../roles.ts'

/** Who has each right in a dataset, for somebody who lacks it. */
export const rights = {
  view: 'Only the members of the dataset may see it.',
  annotate:
    'You may only view this dataset. Annotating takes the role of a grader: ask the owner to change your role.',
  collect:
    'You may only view this dataset. Adding, correcting or deleting images takes the role of a grader: ask the owner to change your role.',
  analyse:
    'You may only view this dataset. Starting or stopping work on it takes the role of a grader: ask the owner to change your role.',
  export:
    'You may only view this dataset. Exporting takes the role of a grader: ask the owner to change your role.',
  send: 'You may only view this dataset. Sending its images and results takes the role of a grader: ask the owner to change your role.',
  review:
    'Only the owner of the dataset and its clinicians may confirm or reject a result. Ask the owner to make you a clinician.',
  configure: 'Only the owner of the dataset or an administrator may change its settings.',
  share: 'Only the owner of the dataset or an administrator may share it.',
  identify:
    'Only the owner of the dataset or an administrator may create exports that identify patients.',
  delete: 'Only the owner of the dataset or an administrator may delete it.',
} as const satisfies Readonly<Record<Right, string>>
