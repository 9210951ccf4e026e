/** About archives of images. */
export const archives = {
  group: 'Archives',
  taskName: 'Adding the images of {{file}} to {{dataset}}',
  datasetDeleted: 'The dataset was deleted before the archive was read.',
  fileGone: 'The archive is no longer there. Upload it again.',
  noArchive: 'The file is not a ZIP archive. Upload a ZIP archive of images.',
  damaged: 'The archive is damaged or incomplete. Create it again, then upload it.',
  encrypted: 'It is encrypted. Create the archive without a password.',
  unusual: 'Its compression is not supported. Create the archive with default settings.',
  tooManyFiles: 'The archive has more than {{most}} files. Split it into smaller ones.',
  tooLarge: 'It is larger than {{most}} MB, the limit for one file.',
  leftOut: 'Left out of the archive: {{file}}: {{why}}',
  notThere: 'The DICOMDIR lists {{file}}, which is missing from the archive.',
  done: 'Images added: {{added}}. Already there: {{existing}}. Left out: {{leftOut}}.',
} as const
