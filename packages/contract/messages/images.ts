/** About the images of a dataset. */
export const images = {
  wasDeleted:
    'This very image was deleted from the dataset as {{path}}. Restore it from the undo list, or delete it there for good.',
  nameInUndo:
    'An image named {{path}} is in the undo list. Delete it there for good, or rename the file.',
  nameTaken:
    'The dataset already has another image named {{path}}. Rename the file, or delete the other image first.',
  notScanned:
    'The dataset’s folder has another file named {{path}} that is not listed yet. Scan the dataset, or rename the file.',
  fileMissing:
    'The file {{path}} is missing from the dataset’s folder. Put it back and scan the dataset, or upload it again.',
  fileDamaged:
    'The file {{path}} in the dataset’s folder was damaged or replaced after the image was added, so it is neither shown nor sent. Restore the original, for example from a backup, and scan the dataset.',
  twin_undecided:
    'Another image of this dataset has the same SOP Instance UID. Choose which one counts; until then this one is neither analysed nor sent.',
  twin_set_aside:
    'This image was set aside, because another image with the same SOP Instance UID counts. It is neither analysed nor sent.',
  noTwins: 'No other image of the dataset has the same SOP Instance UID.',
  maskDeidentified: 'Only a de-identified download as DICOM can be masked.',
  maskNoField:
    'The picture cannot be masked because it has no recognisable field of view. If you see no text in it, download it without a mask.',
  maskOtherPixels:
    'The picture cannot be masked because the file has several frames or more than 8 bits a pixel. If no frame shows text, download it without a mask.',
} as const

/** About files as they arrive. */
export const files = {
  none: 'No file was sent.',
  noneInField: 'No file was sent in the field "{{field}}".',
  notMultipart: 'Send the file as multipart/form-data in the field "{{field}}".',
  notRelated: 'Send the files as multipart/related, each part of type {{type}}.',
  tooMany: 'At most {{most}} file(s) in one request.',
  wrongField: 'The files belong in the field "{{expected}}", not in "{{received}}".',
  tooLarge: '{{file}} is larger than {{most}} MB, the limit for one file.',
  diskFull: 'The server’s disk is full; nothing was stored. Ask an administrator to free space.',
  unusableName:
    'The file name {{name}} cannot be used: {{why}}. Rename the file and upload it again.',
  nameIsEmpty: 'it is empty',
  nameIsLong: 'it is longer than {{most}} bytes',
  nameHasSlash: 'it contains a slash',
  nameHasControls: 'it contains control characters',
  nameStartsWithDot: 'it starts with a dot',
  nameIsReserved: 'it is reserved by some systems',
  unknownFormat: '{{file}} is not a supported image. Accepted formats: {{formats}}.',
  needsMemory: 'The file cannot be read: decoding needs too much memory.',
  decodingFailed: 'The file cannot be read: decoding failed.',
  crashesDecoder: 'The file cannot be read: the decoding process crashed on it twice.',
  decodingTookLong: 'The file cannot be read: decoding took too long.',
  damaged: 'The {{format}} file cannot be read: it is damaged or incomplete ({{detail}}).',
  tooManyPixels: 'The picture has more than {{most}} million pixels.',
  tooManyPixelsForWork:
    'The picture has {{width}} × {{height}} pixels. It can be seen and annotated, but the analysis, DICOM files and masking take at most {{most}} million pixels.',
  tooManyPixelsOf:
    'The picture has {{width}} x {{height}} pixels; at most {{most}} million are accepted.',
  not_dicom: 'The file is not DICOM. ({{detail}})',
  directory:
    'This is the directory of a DICOM medium (DICOMDIR), not a picture. Upload the files that it lists, or the whole medium as a ZIP archive. ({{detail}})',
  noFrame: 'The file has {{frames}} frames, and no frame {{frame}}.',
  frameInUse:
    'The image has annotations or results, which belong to the frame shown. To use another frame, upload the file to another dataset.',
  lacksUid: 'It lacks the UID of its study, its series or itself.',
  listsFiles: 'It lists {{count}} files.',
  withoutUids:
    'The DICOM file has a picture but no Study Instance UID or SOP Instance UID. To keep it, upload it with new UIDs; the file itself is not changed.',
  truncated: 'The DICOM file is incomplete. ({{detail}})',
  malformed: 'The DICOM file is damaged. ({{detail}})',
  too_complex: 'The DICOM file is too complex to be read. ({{detail}})',
  too_large: 'The DICOM file’s picture is too large. ({{detail}})',
  no_pixels: 'The DICOM file has no picture. It is a DICOM object of another kind: {{detail}}.',
  unsupported_transfer_syntax: 'The DICOM file’s compression is not supported. ({{detail}})',
  unsupported_pixels: 'The DICOM file’s kind of picture is not supported. ({{detail}})',
} as const
