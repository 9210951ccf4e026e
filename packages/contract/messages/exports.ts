export const exports = {
  group: 'Exports',
  imageOnlyOnce: 'Each image may occur only once.',
  reasonMissing: 'Give the reason why the export must identify the patients.',
  onlyOwnerIdentifies:
    'Only the owner of the dataset or an administrator may create exports that identify patients.',
  taskName: 'Exporting {{dataset}} as {{format}}',
  written: 'Images written: {{images}}; annotations: {{annotations}}.',
  byCategory: 'Annotations by category: {{counts}}.',
  notHeld: 'Annotations left out because this format cannot represent them: {{count}}.',
  setAside: 'Images left out because another image of the same DICOM instance counts: {{count}}.',
  datasetDeleted: 'The dataset was deleted before the export began.',
  faulty: 'The export was withheld because {{count}} of its entries are not valid COCO: {{detail}}',
} as const
