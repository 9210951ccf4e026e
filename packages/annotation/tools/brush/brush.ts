import type { RunningTool } from '../../tool.ts'
import { operationOf } from '../../tool.ts'
import { paintingTool } from '../painting.ts'
import { brushAbout, brushSettings } from './about.ts'

/** Paints areas into the selected annotation; with shift at the press it takes them away. */
export const brushTool: RunningTool<'brush'> = paintingTool(brushAbout, {
  radius: ({ preferences }) => brushSettings.valuesIn(preferences).radius,
  operationOf,
  leastPart: () => 0,
})
