/** About files of annotations as they are imported. The reasons bear the names of the contract. */
export const imports = {
  group: 'Imports',
  taskName: 'Importing COCO into {{dataset}}',
  checkName: 'Checking COCO for {{dataset}}',
  datasetDeleted: 'The dataset was deleted before the import began.',
  fileGone: 'The file is no longer kept. Import it again.',
  unreadable: 'The file cannot be read. {{detail}}',
  unusableCategory: 'Category {{number}} of the file cannot be used. {{detail}}',
  categoryTwice: 'Two categories of the file have the id {{id}}.',
  tooManyImages:
    'The file has more than {{most}} images. Split it, and import the parts one after the other.',
  tooManyAnnotations:
    'The file has more than {{most}} annotations. Split it, and import the parts one after the other.',
  tooManyCategories: 'The file has more than {{most}} categories.',
  categoriesCreated: 'Created the categories {{names}}.',
  categoriesAdded: 'Added to the dataset the categories {{names}}.',
  wouldCreate: 'Would create the categories {{names}}.',
  wouldAdd: 'Would add to the dataset the categories {{names}}.',
  images: 'Images in the file: {{inFile}}; of these in the dataset: {{matched}}.',
  imported:
    'Imported {{created}} of {{inFile}} annotations. Already there: {{existing}}; left out: {{leftOut}}.',
  wouldImport:
    'Would import {{created}} of {{inFile}} annotations. Already there: {{existing}}; left out: {{leftOut}}.',

  image_not_in_dataset: 'Images of the file that are not in the dataset: {{count}}. {{detail}}',
  image_ambiguous: 'Images of the file that cannot be told apart: {{count}}. {{detail}}',
  image_size_differs: 'Images of another size in the file: {{count}}. {{detail}}',
  image_unusable: 'Images of the file that cannot be used: {{count}}. {{detail}}',
  image_id_twice: 'Image ids that are used twice in the file: {{count}}. {{detail}}',
  annotation_unusable:
    'Annotations that cannot be used, so that their images were left as they are: {{count}}. {{detail}}',
  annotation_id_twice:
    'Annotation ids that are used twice, so that their images were left as they are: {{count}}. {{detail}}',
  annotation_without_image:
    'Annotations of an image that the file does not have: {{count}}. {{detail}}',
  category_missing:
    'Images with a category that the file does not have, left as they are: {{count}}. {{detail}}',
  keypoints_differ:
    'Annotations without their keypoints, which do not fit the category here: {{count}}. {{detail}}',
  outside_image: 'Annotations outside their image, which was left as it is: {{count}}. {{detail}}',
  fields_unusable:
    'Images and annotations with values of fields that the dataset does not have or that do not fit: {{count}}. {{detail}}',
  fields_differ: 'Images that kept other values of their fields: {{count}}. {{detail}}',
  metadata_differ: 'Images that kept other metadata of their own: {{count}}. {{detail}}',

  caseImage: 'Image {{file}}.',
  caseImageSays: 'Image {{file}}: {{detail}}',
  caseSize: 'Image {{file}}: {{inFile}} pixels in the file, {{inDataset}} in the dataset.',
  caseSameName: 'Image {{file}}: {{count}} images of the dataset have this name.',
  caseShared: 'Image {{file}}: another entry of the file stands for {{path}} too.',
  caseIdTwice: 'Image {{file}}: the id {{id}} is used twice.',
  caseDeleted: 'Image {{file}}: it was deleted meanwhile.',
  caseFields: 'Image {{file}}: left out {{keys}}.',
  fieldsCreated: 'Added to the dataset the fields {{names}}.',
  wouldAddFields: 'Would add to the dataset the fields {{names}}.',
  caseMetadata: 'Image {{file}}: kept its own {{keys}}.',
  caseAnnotation: 'Image {{file}}, annotation {{id}}: {{detail}}',
  caseAnnotationTwice: 'Image {{file}}: the annotation id {{id}} is used twice.',
  caseNoCategory: 'Image {{file}}: the file has no category {{id}}.',
  caseKeypoints:
    'Image {{file}}, annotation {{id}}: {{received}} keypoints, but the category {{category}} has {{expected}} here.',
  caseTooMany: 'Image {{file}}: more than {{most}} annotations.',
  caseTooManyPoints: 'Image {{file}}, annotation {{id}}: more than {{most}} points.',
  caseOutside: 'Image {{file}}, annotation {{id}}: nothing of it lies within the image.',
  caseEntry: 'Byte {{byte}} of the file: {{detail}}',
  caseNoImage: 'Byte {{byte}} of the file: there is no image {{id}}.',
} as const
