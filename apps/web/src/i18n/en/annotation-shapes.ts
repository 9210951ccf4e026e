/** Commands that change the areas of whole annotations. */
export const shapeCommands = {
  separate: 'Split into connected parts',
  merge: 'Merge',
  smooth: 'Smooth',
  simplify: 'Simplify',
  fillHoles: 'Fill holes',
  flipVessel: 'Swap arteriole and venule',
  takeRefused: 'Take a large area all the same',
  asWithShift: 'Add or subtract, one or several',
  lock: 'Lock or unlock the selection',
  opacityUp: 'Selection more opaque',
  opacityDown: 'Selection more transparent',
  hide: 'Hide or show the selection',
  categoryToFront: 'Bring active category to front',
  categoryToBack: 'Send active category to back',
  imageSettings: 'Image settings',
  minimap: 'Overview while zoomed in',
  toFront: 'Bring to front',
  forward: 'Bring forward',
  backward: 'Send backward',
  toBack: 'Send to back',
}

export const shapeTexts = {
  inHand: {
    name: 'Drawing in hand',
    finish: 'Finish',
    undo: 'Undo last point',
    discard: 'Discard',
  },
  shapeMenu: 'Change the shape',
  minimap: 'Overview: press or drag to move the view',
  needsSelectionTitle: 'No annotation selected',
  needsSelection: 'Select one or more annotations first.',
  atTheEndTitle: 'Nothing to pass',
  atTheEnd: 'No other annotation lies there in the order.',
  isLockedTitle: 'Locked',
  isLocked:
    'The annotation or category is locked. Unlock it in the list to change or add annotations.',
  lock: 'Lock',
  unlock: 'Unlock',
  unlockOf: 'Unlock {{name}}',
  opacityOfAnnotations: 'Opacity',
  needsShapeTitle: 'No shape selected',
  needsShape: 'Select an annotation that has an area or a line.',
  needsAreaTitle: 'No area selected',
  needsArea: 'Select an annotation that has an area.',
  needsPartsTitle: 'Nothing to split',
  needsParts:
    'The selected annotations are in one piece each. To split one, draw a line across it.',
  needsFieldsTitle: 'No fields to answer',
  needsFields:
    'The dataset has no fields of images. Its owner adds them in the settings of the dataset.',
  needsVesselTitle: 'No arteriole or venule selected',
  needsVessel:
    'Select a vessel whose category stands for arterioles or venules. The dataset needs a category for each.',
  proposedTitle: '{{name}}, as in the analysis',
  proposed:
    'To change it, use Swap arteriole and venule in the menu of the annotation, or its key.',
  needsHolesTitle: 'No holes',
  needsHoles: 'The selected annotations have no holes.',
  needsSeveralTitle: 'Nothing to merge',
  needsSeveral:
    'Select two or more annotations of one category by Shift and click. Only the last may have keypoints.',
  tooLargeTitle: 'A large area, such as the background',
  tooLarge:
    'It is larger than the share of the photograph that the wand may take, so nothing was changed. A lower threshold takes less.',
  takeAnyway: 'Take it anyway',
  unchangedTitle: 'Nothing was changed',
  unchanged: {
    split: 'The line does not cross a selected annotation from side to side.',
    separate: 'The selected annotations are in one piece each.',
    merge: 'The annotations were not merged.',
    smooth:
      'The outlines and lines are as smooth already. A larger value in the settings smooths more.',
    simplify:
      'The outlines and lines need all their points. A larger value in the settings removes more.',
    fillHoles: 'The selected annotations have no holes.',
  },
}
