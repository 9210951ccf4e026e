import { faultMessage, type FaultMessages } from '#contract/messages/fault-messages'
import { message, type Message } from '#contract/messages/message'
import type { BmpFault } from '#raster/bmp'

/** User-facing message for a fault of a Windows bitmap. */
export function bmpFaultMessage(fault: BmpFault): Message {
  return faultMessage(faultMessages, fault)
}

const faultMessages: FaultMessages<BmpFault> = {
  no_header: () => message('pictures.bmpNoHeader'),
  unknown_header: () => message('pictures.bmpUnknownHeader'),
  cut_header: () => message('pictures.bmpCutHeader'),
  no_pixels: () => message('pictures.bmpNoPixels'),
  cut_palette: () => message('pictures.bmpCutPalette'),
  cut_pixels: () => message('pictures.bmpCutPixels'),
  packing: ({ packing, depth }) => message('pictures.bmpPacking', { packing, depth }),
}
