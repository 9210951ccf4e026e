/** Faults of a COCO document, or of an entry of one. */
export const cocoFiles = {
  notAnObject: 'The {{field}} is not an object.',
  notAnId: 'Its {{field}} is not a whole number of 0 or more.',
  name: 'Its {{field}} is not a text of 1 to {{most}} characters without control characters.',
  metadata: 'Its metadata is not an object.',
  metadataKey:
    'Its metadata has a key with more than {{most}} characters, or with unsupported characters.',
  metadataText:
    'Its metadata has a text with more than {{most}} characters, or with unsupported characters.',
  fileName: 'Its file_name is not a text.',
  fileNameForm:
    'Its file_name is empty, longer than {{most}} characters, or has control characters.',
  fileNameOutside: 'Its file_name leads out of the dataset.',
  imageSize: 'Its width or height is not a number.',
  categoryIds: 'Its category_ids are not a list.',
  labels: 'Its keypoints are not a list of at most {{most}}.',
  labelTwice: 'Two of its keypoints have the same label.',
  farPoint: 'Its polygons have a point that is far from any image.',
  maskSize: 'Its mask has {{inMask}} pixels, the image {{height}} x {{width}}.',
  maskForm: 'The run lengths of its mask are neither a text nor a list.',
  box: 'Its bbox is not a list of numbers.',
  boxForm: 'Its bbox is not x, y, and a width and height above 0.',
  keypoints: 'Its keypoints are not x, y and a visibility of 0, 1 or 2 each.',
  lines: 'Its lines are not lists of x, y of at least two points each.',
  notJson: 'This is not the expected JSON: {{why}} (byte {{byte}}).',
  noObject: 'it does not begin with an object',
  noKey: 'a key is missing',
  noColon: 'a colon is missing',
  noComma: 'a comma is missing',
  noValue: 'a value is missing',
  more: 'it continues after its end',
  cut: 'it stops in the middle',
  listTwice: 'the list “{{list}}” occurs twice',
  notAList: '“{{list}}” is not a list',
  longEntry: 'an entry is longer than {{most}} bytes',
  nesting: 'it is nested deeper than {{most}} levels',
} as const

/** Faults of a labelling tool's file in XML. */
export const labelFiles = {
  cut: 'It stops in the middle.',
  doctype: 'It has a document type, which is not accepted.',
  encoding: 'Its characters are not in UTF-8.',
  long: 'It has a tag or text that is too long.',
  malformed: 'It is not well-formed XML of CVAT, whose outermost element is “annotations”.',
  nesting: 'Its elements are nested too deeply.',
} as const

/** Faults of a segmentation or a mask. Polygons and rings are counted from 0. */
export const shapes = {
  form: 'It is neither a list of polygons nor an object with “rings”.',
  noRings: 'Polygon {{polygon}} has no rings.',
  ringForm: 'Ring {{ring}} of polygon {{polygon}} is not a list.',
  fewPoints: 'Ring {{ring}} of polygon {{polygon}} has too few points.',
  oddCoordinates: 'Ring {{ring}} of polygon {{polygon}} has an odd number of coordinates.',
  notFinite: 'Ring {{ring}} of polygon {{polygon}} has a coordinate that is not a finite number.',
  maskSize:
    'A mask of {{height}} x {{width}} pixels is not possible: both sides must be whole numbers above 0 and their product at most {{most}}.',
  run: 'Run {{index}} is {{length}}: run lengths are whole numbers of 0 or more.',
  coverage: 'The runs cover {{covered}} pixels, but {{height}} x {{width}} has {{pixels}}.',
  cutRun: 'The compressed runs end in the middle of a run.',
  character: 'The compressed runs have an invalid character at {{at}}.',
  longRun: 'The compressed runs have an impossibly long run at {{at}}.',
  corners: 'The mask is in so many pieces that its outlines have more than {{most}} corners.',
} as const
