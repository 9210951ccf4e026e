/** About images that are taken from an image source by keywords. */
export const generate = {
  group: 'Generated images',
  taskName: 'Generating images for {{dataset}}',
  datasetDeleted: 'The dataset was deleted before its images were fetched.',
  failed: 'No image was added: {{why}}',
  notFound: 'The image source has no openly licensed image for {{keywords}}.',
  unusable: 'The image source at {{host}} did not answer as expected. {{detail}}',
  leftOut: '{{file}}: {{why}}',
  noLicence: 'its licence is unknown.',
  tooLarge: 'it is larger than {{most}} MB.',
  done: 'Images added: {{added}}. Already there: {{existing}}. Left out: {{leftOut}}.',
} as const
