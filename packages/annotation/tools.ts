import type { Search, SearchAbout } from './search.ts'
import type { RunningTool } from './tool.ts'
import { angleTool } from './tools/angle/angle.ts'
import { boxTool } from './tools/box/box.ts'
import { brushTool } from './tools/brush/brush.ts'
import { clicksTool } from './tools/clicks/clicks.ts'
import { ellipseTool } from './tools/ellipse/ellipse.ts'
import { eraserTool } from './tools/eraser/eraser.ts'
import { foveaTool } from './tools/fovea/fovea.ts'
import { keypointsTool } from './tools/keypoints/keypoints.ts'
import { magicWandTool } from './tools/magic-wand/magic-wand.ts'
import { measureTool } from './tools/measure/measure.ts'
import { polygonTool } from './tools/polygon/polygon.ts'
import { predictionTool } from './tools/prediction/prediction.ts'
import { selectTool } from './tools/select/select.ts'
import { splitTool } from './tools/split/split.ts'
import { vesselTool } from './tools/vessel/vessel.ts'

export type ToolId =
  | 'select'
  | 'box'
  | 'ellipse'
  | 'polygon'
  | 'magicWand'
  | 'brush'
  | 'eraser'
  | 'keypoints'
  | 'fovea'
  | 'clicks'
  | 'prediction'
  | 'vessel'
  | 'split'
  | 'measure'
  | 'angle'

/** Every tool there is, at rest, in the order of the panel. */
export const tools: { readonly [Id in ToolId]: RunningTool<Id> } = {
  select: selectTool,
  box: boxTool,
  ellipse: ellipseTool,
  polygon: polygonTool,
  magicWand: magicWandTool,
  brush: brushTool,
  eraser: eraserTool,
  keypoints: keypointsTool,
  fovea: foveaTool,
  clicks: clicksTool,
  prediction: predictionTool,
  vessel: vesselTool,
  split: splitTool,
  measure: measureTool,
  angle: angleTool,
}

export const toolList: readonly RunningTool<ToolId>[] = Object.values(tools)

/** How a search is treated until it is answered. */
export function aboutSearch(search: Search): SearchAbout {
  const found =
    toolList.find(({ about }) => about.search?.kind === search.kind)?.about.search ?? null
  if (found === null) throw new Error(`No tool asks for ${search.kind}`)
  return found
}

export function isToolId(text: string): text is ToolId {
  return Object.hasOwn(tools, text)
}
