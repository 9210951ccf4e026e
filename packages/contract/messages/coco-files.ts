/** What is the matter with a COCO document, or with an entry of one. */
export const cocoFiles = {
  notAnObject: 'The {{field}} is not an object.',
  notAnId: 'Its {{field}} is not a whole number from 0.',
  name: 'Its {{field}} is not a text of 1 to {{most}} characters without control characters.',
  metadata: 'Its metadata is not an object.',
  metadataKey:
    'Its metadata has a key of more than {{most}} characters, or of characters that cannot be kept.',
  metadataText:
    'Its metadata has a text of more than {{most}} characters, or of characters that cannot be kept.',
  fileName: 'Its file_name is not a text.',
  fileNameForm:
    'Its file_name is empty, longer than {{most}} characters, or has control characters.',
  fileNameOutside: 'Its file_name leads out of the dataset.',
  imageSize: 'Its width or height is not a number.',
  categoryIds: 'Its category_ids are not a list.',
  labels: 'Its keypoints are not a list of at most {{most}}.',
  labelTwice: 'Two of its keypoints have the same label.',
  farPoint: 'Its polygons have a point that is far from any image.',
  maskSize: 'Its mask is of {{inMask}} pixels, the image of {{height}} x {{width}}.',
  maskForm: 'The run lengths of its mask are neither a text nor a list.',
  box: 'Its bbox is not a list of numbers.',
  boxForm: 'Its bbox is not x, y and a width and a height above 0.',
  keypoints: 'Its keypoints are not x, y and a visibility of 0, 1 or 2 each.',
  notJson: 'This is not the JSON expected: {{why}} (byte {{byte}}).',
  noObject: 'it does not begin with an object',
  noKey: 'a key is missing',
  noColon: 'a colon is missing',
  noComma: 'a comma is missing',
  noValue: 'a value is missing',
  more: 'more follows the end',
  cut: 'it stops in the middle',
  listTwice: 'the list “{{list}}” comes twice',
  notAList: '“{{list}}” is not a list',
  longEntry: 'an entry is longer than {{most}} bytes',
  nesting: 'it is nested deeper than {{most}} levels',
} as const

/** What is the matter with a segmentation or a mask. Polygons and rings are counted from 0. */
export const shapes = {
  form: 'It is neither a list of polygons nor an object with “rings”.',
  noRings: 'Polygon {{polygon}} has no rings.',
  ringForm: 'Ring {{ring}} of polygon {{polygon}} is not a list.',
  fewPoints: 'Ring {{ring}} of polygon {{polygon}} has too few points.',
  oddCoordinates: 'Ring {{ring}} of polygon {{polygon}} has an odd number of coordinates.',
  notFinite: 'Ring {{ring}} of polygon {{polygon}} has a coordinate that is not a finite number.',
  maskSize:
    'A mask of {{height}} x {{width}} pixels is not possible: both sides must be whole numbers above 0 and their product at most {{most}}.',
  run: 'Run {{index}} is {{length}}: run lengths are whole numbers from 0.',
  coverage: 'The runs cover {{covered}} pixels, but {{height}} x {{width}} has {{pixels}}.',
  cutRun: 'The compressed runs stop in the middle of a run.',
  character: 'The compressed runs hold a foreign character at {{at}}.',
  longRun: 'The compressed runs hold a run at {{at}} that is too long to be one.',
  corners: 'The mask is in so many pieces that its outlines have more than {{most}} corners.',
} as const
