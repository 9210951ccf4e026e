import type { RleFault } from '#coco/rle'
import { faultMessage, type FaultMessages } from '#contract/messages/fault-messages'
import { message, type Message } from '#contract/messages/message'

/** User-facing message for a fault of a run-length mask. */
export function rleFaultMessage(fault: RleFault): Message {
  return faultMessage(faultMessages, fault)
}

const faultMessages: FaultMessages<RleFault> = {
  size: ({ height, width, mostPixels }) =>
    message('shapes.maskSize', { height, width, most: mostPixels }),
  run: ({ index, length }) => message('shapes.run', { index, length }),
  coverage: ({ covered, height, width, pixels }) =>
    message('shapes.coverage', { covered, height, width, pixels }),
  cut_run: () => message('shapes.cutRun'),
  character: ({ at }) => message('shapes.character', { at }),
  long_run: ({ at }) => message('shapes.longRun', { at }),
  corners: ({ most }) => message('shapes.corners', { most }),
}
