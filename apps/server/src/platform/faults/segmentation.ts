import { faultMessage, type FaultMessages } from '#contract/messages/fault-messages'
import { message, type Message } from '#contract/messages/message'
import type { SegmentationFault } from '#geometry/segmentation'

/** User-facing message for a fault of a segmentation. */
export function segmentationFaultMessage(fault: SegmentationFault): Message {
  return faultMessage(faultMessages, fault)
}

const faultMessages: FaultMessages<SegmentationFault> = {
  form: () => message('shapes.form'),
  no_rings: ({ polygon }) => message('shapes.noRings', { polygon }),
  ring_form: ({ polygon, ring }) => message('shapes.ringForm', { polygon, ring }),
  few_points: ({ polygon, ring }) => message('shapes.fewPoints', { polygon, ring }),
  odd_coordinates: ({ polygon, ring }) => message('shapes.oddCoordinates', { polygon, ring }),
  not_finite: ({ polygon, ring }) => message('shapes.notFinite', { polygon, ring }),
}
