export const exports = {
  group: 'Exports',
  taskName: 'Exporting {{dataset}} as COCO',
  written: 'Wrote {{images}} images and {{annotations}} annotations.',
  datasetDeleted: 'The dataset was deleted before the export began.',
  faulty:
    'The export was not offered, because {{count}} of its entries are not valid COCO: {{detail}}',
} as const
