import type { RunningTool } from '../../tool.ts'
import { measuringTool } from '../measuring.ts'
import { angleAbout } from './about.ts'

/** Three clicks measure the angle at the second one. */
export const angleTool: RunningTool<'angle'> = measuringTool(angleAbout, { kind: 'angle', most: 3 })
