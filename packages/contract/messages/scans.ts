/** About scans of a dataset's folder. */
export const scans = {
  group: 'Scans',
  taskName: 'Scanning {{dataset}}',
  datasetDeleted: 'The dataset was deleted before the scan began.',
  unreadable: '{{path}} was not added. {{why}}',
  folderUnreadable:
    'The folder {{path}} cannot be read. Let the server’s account read it, and scan again.',
  unusableName:
    '{{path}} was not added: its name cannot be used, {{why}}. Rename it and scan again.',
  beingWritten:
    '{{path}} was not added: it is still being written. Scan again when it is complete.',
  duplicate: '{{path}} was not added: it has the same content as {{other}}.',
  sameName:
    '{{path}} was not added: another image has the same name with other Unicode codes. Rename the file and scan again.',
  inUndo:
    '{{path}} was not added: this very image was deleted as {{other}}. Restore it from the undo list, or delete it there for good.',
  otherContent:
    '{{path}} is not the file from which the image of this name was added. The image is marked as missing. To add this file, rename it and scan again; otherwise restore the earlier one.',
  nameInUndo:
    '{{path}} was not added: a deleted image has this name. Rename the file, or delete that image for good in the undo list.',
  missing: '{{path}} is missing from the folder.',
  moreWarnings: 'Further warnings not listed: {{count}}.',
  summary:
    'Files: {{files}}. Added: {{added}}; renamed: {{renamed}}; back again: {{returned}}; unchanged: {{unchanged}}; left out: {{left_out}}. Images now missing: {{missing}}.',
} as const
