import type { RunningTool } from '../../tool.ts'
import { paintingTool } from '../painting.ts'
import { eraserAbout, eraserSettings } from './about.ts'

/** Erases from the selected annotation, including the crumbs that this leaves. */
export const eraserTool: RunningTool<'eraser'> = paintingTool(eraserAbout, {
  radius: ({ preferences }) => eraserSettings.valuesIn(preferences).radius,
  operationOf: () => 'subtract',
  leastPart: ({ preferences }) => eraserSettings.valuesIn(preferences).minimumArea,
})
