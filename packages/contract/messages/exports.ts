export const exports = {
  group: 'Exports',
  reasonMissing: 'Give the reason why the export has to say whose the images are.',
  onlyOwnerIdentifies:
    'Only the owner of the dataset or an administrator may have exports that say whose the images are.',
  taskName: 'Exporting {{dataset}} as {{format}}',
  written: 'Wrote {{images}} images and {{annotations}} annotations.',
  byCategory: 'Annotations by category: {{counts}}.',
  notHeld: 'Annotations that this format cannot hold, and that were left out: {{count}}.',
  setAside: 'Images left out because another image of the same DICOM instance counts: {{count}}.',
  datasetDeleted: 'The dataset was deleted before the export began.',
  faulty:
    'The export was not offered, because {{count}} of its entries are not valid COCO: {{detail}}',
} as const
