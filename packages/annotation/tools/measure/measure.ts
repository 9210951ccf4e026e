import type { RunningTool } from '../../tool.ts'
import { measuringTool } from '../measuring.ts'
import { measureAbout } from './about.ts'

/** A ruler. Dragging measures a distance; clicking measures a path, which a double click or Enter ends. */
export const measureTool: RunningTool<'measure'> = measuringTool(measureAbout, {
  kind: 'length',
  most: null,
})
