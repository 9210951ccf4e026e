import type { Tool } from '../tool.ts'
import type { PaintingState } from './painting.ts'
import { paintingTool } from './painting.ts'

/** Paints areas into the selected annotation; with shift at the press it takes them away. */
export const brushTool: Tool<'brush', PaintingState> = paintingTool({
  id: 'brush',
  operationOf: ({ shift }) => (shift ? 'subtract' : 'add'),
  leastPart: () => 0,
})
