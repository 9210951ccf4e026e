export const exports = {
  group: 'Exports',
  taskName: 'Exporting {{dataset}} as {{format}}',
  written: 'Wrote {{images}} images and {{annotations}} annotations.',
  byCategory: 'Annotations by category: {{counts}}.',
  notHeld: 'Annotations that this format cannot hold, and that were left out: {{count}}.',
  datasetDeleted: 'The dataset was deleted before the export began.',
  faulty:
    'The export was not offered, because {{count}} of its entries are not valid COCO: {{detail}}',
} as const
