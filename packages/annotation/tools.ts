import type { RunningTool } from './tool.ts'
import { run } from './tool.ts'
import { boxTool } from './tools/box.ts'
import { polygonTool } from './tools/polygon.ts'
import { selectTool } from './tools/select.ts'

export type ToolId = 'select' | 'box' | 'polygon'

/** Every tool there is, in the order of the toolbar, at rest. */
export const tools: { readonly [Id in ToolId]: RunningTool<Id> } = {
  select: run(selectTool),
  box: run(boxTool),
  polygon: run(polygonTool),
}
