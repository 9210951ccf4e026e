import type { RunningTool } from './tool.ts'
import { run } from './tool.ts'
import { boxTool } from './tools/box.ts'
import { brushTool } from './tools/brush.ts'
import { eraserTool } from './tools/eraser.ts'
import { keypointsTool } from './tools/keypoints.ts'
import { magicWandTool } from './tools/magic-wand.ts'
import { measureTool } from './tools/measure.ts'
import { polygonTool } from './tools/polygon.ts'
import { predictionTool } from './tools/prediction.ts'
import { selectTool } from './tools/select.ts'

export type ToolId =
  | 'select'
  | 'box'
  | 'polygon'
  | 'magicWand'
  | 'brush'
  | 'eraser'
  | 'keypoints'
  | 'prediction'
  | 'measure'

/** Every tool there is, in the order of the toolbar, at rest. */
export const tools: { readonly [Id in ToolId]: RunningTool<Id> } = {
  select: run(selectTool),
  box: run(boxTool),
  polygon: run(polygonTool),
  magicWand: run(magicWandTool),
  brush: run(brushTool),
  eraser: run(eraserTool),
  keypoints: run(keypointsTool),
  prediction: run(predictionTool),
  measure: run(measureTool),
}
