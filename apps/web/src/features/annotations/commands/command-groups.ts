import { toolList } from '#annotation/tools'

import type { CommandName } from './commands.ts'

const digits = [
  'category1',
  'category2',
  'category3',
  'category4',
  'category5',
  'category6',
  'category7',
  'category8',
  'category9',
] as const

/** The commands in the groups of the help and the settings. */
export const commandGroups = {
  tools: [...toolList.map(({ id }) => id), 'labelMode', 'smaller', 'larger', 'takeRefused'],
  categories: [...digits, 'findCategory', 'newAfterStroke'],
  annotations: [
    'newAnnotation',
    'deleteAnnotation',
    'selectAll',
    'copy',
    'cut',
    'paste',
    'duplicate',
    'nextAnnotation',
    'previousAnnotation',
    'expand',
    'collapse',
    'expandAll',
    'collapseAll',
    'showAll',
    'hideAll',
    'showSelectedOnly',
    'deselect',
    'copyAnnotations',
    'annotateByService',
  ],
  shapes: [
    'merge',
    'separate',
    'smooth',
    'simplify',
    'fillHoles',
    'flipVessel',
    'toFront',
    'forward',
    'backward',
    'toBack',
  ],
  changes: ['undo', 'redo', 'save'],
  image: [
    'nextImage',
    'previousImage',
    'centre',
    'zoomIn',
    'zoomOut',
    'lookLeft',
    'lookRight',
    'lookUp',
    'lookDown',
    'peekOriginal',
    'peekRedFree',
    'peekCompared',
    'peekWithoutAnnotations',
    'imageSettings',
    'minimap',
    'beside',
    'etdrsGrid',
    'grade',
    'comment',
    'comments',
    'analyse',
    'download',
    'deleteImage',
  ],
  program: ['settings', 'help'],
} as const satisfies Record<string, readonly CommandName[]>

export type CommandGroup = keyof typeof commandGroups

export const groupNames = Object.keys(commandGroups) as readonly CommandGroup[]
