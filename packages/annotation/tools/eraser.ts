import type { Tool } from '../tool.ts'
import type { PaintingState } from './painting.ts'
import { paintingTool } from './painting.ts'

/** Erases from the selected annotation, and with it what that leaves in crumbs. */
export const eraserTool: Tool<'eraser', PaintingState> = paintingTool({
  id: 'eraser',
  operationOf: () => 'subtract',
  leastPart: ({ eraser }) => eraser.minimumArea,
})
