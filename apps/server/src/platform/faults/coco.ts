import type { CocoFault } from '#coco/entry'
import type { JsonListError, JsonListFault } from '#coco/json-lists'
import { faultMessage, type FaultMessages } from '#contract/messages/fault-messages'
import { message, type Message } from '#contract/messages/message'

import { rleFaultMessage } from './rle.ts'
import { segmentationFaultMessage } from './segmentation.ts'

/** User-facing message for a fault of an entry in a COCO document. */
export function cocoFaultMessage(fault: CocoFault): Message {
  return faultMessage(entryMessages, fault)
}

/** User-facing message for a document that is not the expected JSON. */
export function jsonListMessage({ fault, byte }: JsonListError): Message {
  return message('cocoFiles.notJson', { why: faultMessage(jsonMessages, fault), byte })
}

const entryMessages: FaultMessages<CocoFault> = {
  not_an_object: ({ field }) => message('cocoFiles.notAnObject', { field }),
  not_an_id: ({ field }) => message('cocoFiles.notAnId', { field }),
  name: ({ field, longest }) => message('cocoFiles.name', { field, most: longest }),
  metadata: () => message('cocoFiles.metadata'),
  metadata_key: ({ longest }) => message('cocoFiles.metadataKey', { most: longest }),
  metadata_text: ({ longest }) => message('cocoFiles.metadataText', { most: longest }),
  file_name: () => message('cocoFiles.fileName'),
  file_name_form: ({ longest }) => message('cocoFiles.fileNameForm', { most: longest }),
  file_name_outside: () => message('cocoFiles.fileNameOutside'),
  image_size: () => message('cocoFiles.imageSize'),
  category_ids: () => message('cocoFiles.categoryIds'),
  labels: ({ most }) => message('cocoFiles.labels', { most }),
  label_twice: () => message('cocoFiles.labelTwice'),
  polygon: ({ why }) => segmentationFaultMessage(why),
  far_point: () => message('cocoFiles.farPoint'),
  mask: ({ why }) => rleFaultMessage(why),
  mask_size: ({ inMask, height, width }) =>
    message('cocoFiles.maskSize', { inMask, height, width }),
  mask_form: () => message('cocoFiles.maskForm'),
  box: () => message('cocoFiles.box'),
  box_form: () => message('cocoFiles.boxForm'),
  keypoints: () => message('cocoFiles.keypoints'),
  lines: () => message('cocoFiles.lines'),
}

const jsonMessages: FaultMessages<JsonListFault> = {
  no_object: () => message('cocoFiles.noObject'),
  no_key: () => message('cocoFiles.noKey'),
  no_colon: () => message('cocoFiles.noColon'),
  no_comma: () => message('cocoFiles.noComma'),
  no_value: () => message('cocoFiles.noValue'),
  more: () => message('cocoFiles.more'),
  cut: () => message('cocoFiles.cut'),
  list_twice: ({ list }) => message('cocoFiles.listTwice', { list }),
  not_a_list: ({ list }) => message('cocoFiles.notAList', { list }),
  long_entry: ({ longestBytes }) => message('cocoFiles.longEntry', { most: longestBytes }),
  nesting: ({ deepest }) => message('cocoFiles.nesting', { most: deepest }),
}
