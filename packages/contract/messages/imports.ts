/** About imported files of annotations. The reasons have the names of the contract. */
export const imports = {
  group: 'Imports',
  taskName: 'Importing annotations into {{dataset}}',
  checkName: 'Checking annotations for {{dataset}}',
  datasetDeleted: 'The dataset was deleted before the import began.',
  fileGone: 'The file is no longer kept. Import it again.',
  unreadable: 'The file cannot be read. {{detail}}',
  unusableCategory: 'Category {{number}} of the file cannot be used. {{detail}}',
  categoryTwice: 'Two categories in the file have the id {{id}}.',
  tooManyImages:
    'The file has more than {{most}} images. Split it, and import the parts one after the other.',
  tooManyAnnotations:
    'The file has more than {{most}} annotations. Split it, and import the parts one after the other.',
  tooManyCategories: 'The file has more than {{most}} categories.',
  archiveContent:
    'The archive needs a file annotations.xml, or exactly one file ending in .xml or .json.',
  archiveInArchive: 'The file of annotations in the archive is itself an archive.',
  categoriesCreated: 'Created the categories {{names}}.',
  categoriesAdded: 'Added the categories {{names}} to the dataset.',
  wouldCreate: 'Would create the categories {{names}}.',
  wouldAdd: 'Would add the categories {{names}} to the dataset.',
  images: 'Images in the file: {{inFile}}; found in the dataset: {{matched}}.',
  imported:
    'Imported {{created}} of {{inFile}} annotations. Already there: {{existing}}; left out: {{leftOut}}.',
  wouldImport:
    'Would import {{created}} of {{inFile}} annotations. Already there: {{existing}}; left out: {{leftOut}}.',

  image_not_in_dataset: 'Images of the file that are not in the dataset: {{count}}. {{detail}}',
  image_ambiguous: 'Images of the file that match ambiguously: {{count}}. {{detail}}',
  image_size_differs: 'Images with a different size in the file: {{count}}. {{detail}}',
  image_unusable: 'Images of the file that cannot be used: {{count}}. {{detail}}',
  image_id_twice: 'Duplicate image ids in the file: {{count}}. {{detail}}',
  annotation_unusable:
    'Annotations that cannot be used; their images are unchanged: {{count}}. {{detail}}',
  annotation_id_twice:
    'Duplicate annotation ids; their images are unchanged: {{count}}. {{detail}}',
  annotation_without_image:
    'Annotations of an image that is missing from the file: {{count}}. {{detail}}',
  category_missing:
    'Images with a category that is missing from the file, unchanged: {{count}}. {{detail}}',
  keypoints_differ:
    'Annotations without their keypoints, which do not match the category here: {{count}}. {{detail}}',
  outside_image: 'Annotations outside their image, which is unchanged: {{count}}. {{detail}}',
  fields_unusable:
    'Images and annotations with field values that are unknown in the dataset or do not fit: {{count}}. {{detail}}',
  fields_differ: 'Images that kept their own, different field values: {{count}}. {{detail}}',
  not_carried_over:
    'Kinds of annotations of the file that have no counterpart, or are damaged: {{count}}. {{detail}}',
  metadata_differ: 'Images that kept their own, different metadata: {{count}}. {{detail}}',

  caseImage: 'Image {{file}}.',
  caseImageSays: 'Image {{file}}: {{detail}}',
  caseSize: 'Image {{file}}: {{inFile}} pixels in the file, {{inDataset}} in the dataset.',
  caseSameName: 'Image {{file}}: {{count}} images of the dataset have this name.',
  caseShared: 'Image {{file}}: another entry of the file also matches {{path}}.',
  caseIdTwice: 'Image {{file}}: the id {{id}} is used twice.',
  caseDeleted:
    'Image {{file}}: it was deleted meanwhile, or you have submitted it in an assignment.',
  caseFields: 'Image {{file}}: left out {{keys}}.',
  fieldsCreated: 'Added the fields {{names}} to the dataset.',
  wouldAddFields: 'Would add the fields {{names}} to the dataset.',
  caseMetadata: 'Image {{file}}: kept its own {{keys}}.',
  caseAnnotation: 'Image {{file}}, annotation {{id}}: {{detail}}',
  caseAnnotationTwice: 'Image {{file}}: the annotation id {{id}} is used twice.',
  caseNoCategory: 'Image {{file}}: the file has no category {{id}}.',
  caseKeypoints:
    'Image {{file}}, annotation {{id}}: {{received}} keypoints, but the category {{category}} has {{expected}} here.',
  caseTooMany: 'Image {{file}}: more than {{most}} annotations.',
  caseTooManyPoints: 'Image {{file}}, annotation {{id}}: more than {{most}} points.',
  caseOutside: 'Image {{file}}, annotation {{id}}: it is entirely outside the image.',
  caseEntry: 'Byte {{byte}} of the file: {{detail}}',
  caseUnsupported: '{{kind}}: {{count}} without a counterpart, for example in {{file}}.',
  caseDamaged: '{{kind}}: {{count}} damaged, for example in {{file}}.',
  caseNoImage: 'Byte {{byte}} of the file: there is no image {{id}}.',
} as const
