import { z } from 'zod'

import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'

/** The longest side in pixels of a picture that is made to a caller's wishes. */
const longestViewportSide = 8192

const number = String.raw`\d{1,6}(?:\.\d{1,6})?`
const viewportForm = new RegExp(
  `^(\\d{1,5}),(\\d{1,5})(?:,(${number})?,(${number})?(?:,(-?${number})?,(-?${number})?)?)?$`,
)

/**
 * The size that a picture is to fit in, in pixels, and the part of it that is to be seen: its left
 * and top, its width and height; null: as far as the picture goes. A negative width or height is
 * one that is shown mirrored (PS3.18 section 8.3.5.1.3).
 */
export interface Viewport {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly sourceWidth: number | null
  readonly sourceHeight: number | null
}

const side = z.coerce.number().int().min(1).max(longestViewportSide)

const Viewport = z
  .string()
  .regex(viewportForm, saying(message('dicomweb.viewportForm')))
  .transform((text): Viewport => {
    const [, width, height, left, top, sourceWidth, sourceHeight] = viewportForm.exec(text) ?? []
    return {
      width: Number(width),
      height: Number(height),
      left: Number(left ?? 0),
      top: Number(top ?? 0),
      sourceWidth: sourceWidth === undefined ? null : Number(sourceWidth),
      sourceHeight: sourceHeight === undefined ? null : Number(sourceHeight),
    }
  })
  .refine(
    ({ width, height, sourceWidth, sourceHeight }) =>
      side.safeParse(width).success &&
      side.safeParse(height).success &&
      sourceWidth !== 0 &&
      sourceHeight !== 0,
    saying(message('dicomweb.viewportForm')),
  )

/** Rendering options of a thumbnail: only its size. */
export const ThumbnailQuery = z.strictObject({
  viewport: z
    .string()
    .regex(/^\d{1,5},\d{1,5}$/, saying(message('dicomweb.thumbnailForm')))
    .pipe(Viewport)
    .optional(),
  /** As the header of this name (PS3.18 section 8.3.3.1). */
  accept: z.string().max(1000).optional(),
})

const functions = { linear: 'LINEAR', 'linear-exact': 'LINEAR_EXACT', sigmoid: 'SIGMOID' } as const
const windowForm =
  /^(-?\d{1,7}(?:\.\d{1,7})?),(\d{1,7}(?:\.\d{1,7})?),(linear|linear-exact|sigmoid)$/i

/** How a rendered picture is to look (PS3.18 section 8.3.5.1). */
export const RenderedQuery = z.strictObject({
  viewport: Viewport.optional(),
  /** The display window of a grey picture: centre, width and function. */
  window: z
    .string()
    .regex(windowForm, saying(message('dicomweb.windowForm')))
    .transform((text) => {
      const [, center, width, name = ''] = windowForm.exec(text) ?? []
      const shape = functions[name.toLowerCase() as keyof typeof functions]
      return { center: Number(center), width: Number(width), shape }
    })
    .refine(
      ({ width, shape }) => (shape === 'LINEAR' ? width >= 1 : width > 0),
      saying(message('dicomweb.windowForm')),
    )
    .optional(),
  /** JPEG quality in percent. */
  quality: z.coerce.number().int().min(1).max(100).optional(),
  annotation: z.string().max(64).optional(),
  iccprofile: z.enum(['no', 'yes', 'srgb', 'adobergb', 'rommrgb', 'displayp3']).optional(),
  accept: z.string().max(1000).optional(),
})
export type RenderedQuery = z.output<typeof RenderedQuery>
