/** About archives of images. */
export const archives = {
  group: 'Archives',
  taskName: 'Adding the images of {{file}} to {{dataset}}',
  datasetDeleted: 'The dataset was deleted before the archive was read.',
  fileGone: 'The archive is no longer there. Upload it again.',
  noArchive: 'The file is not a ZIP archive. Upload a ZIP archive of images.',
  damaged: 'The archive is damaged or incomplete. Make it again and upload it once more.',
  encrypted: 'It is encrypted. Make the archive without a password.',
  unusual: 'It is packed in a way that is not supported. Make the archive with ordinary settings.',
  tooManyFiles: 'The archive has more than {{most}} files. Divide it.',
  tooLarge: 'It is larger than the {{most}} MB that one file may have.',
  leftOut: 'Left out of the archive: {{file}}: {{why}}',
  notThere: 'The DICOMDIR lists {{file}}, but the archive does not have it.',
  done: 'Images added: {{added}}. Already there: {{existing}}. Left out: {{leftOut}}.',
} as const
