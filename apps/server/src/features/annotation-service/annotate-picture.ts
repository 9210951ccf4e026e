import { readFile } from 'node:fs/promises'

import type { z } from 'zod'

import {
  ServiceAnswer,
  servicePictureBytes,
  type FoundAnnotations,
} from '#contract/annotation-service'
import { message, type Message } from '#contract/messages/message'

import { OutboundError } from '../../platform/http/outbound-error.ts'
import type { OutboundAnswer } from '../../platform/http/outbound-exchange.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import { parseInput } from '../../platform/http/parse-input.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { ReceivedFile } from '../../platform/http/receive-files.ts'
import { imageFormats, recogniseFormat } from '../../platform/images/format.ts'
import { MaskError, outlineMasks } from './outline-masks.ts'

const patience = 60_000
const answerBytes = 32 * 2 ** 20

/** @throws {Problem} if the server may not call the service. */
export function refuseUnlistedService(outbound: Outbound, annotateUrl: string): void {
  try {
    outbound.check(new URL(annotateUrl))
  } catch (error) {
    throw problemOf(error)
  }
}

/** Annotates a picture by a dataset's annotation service. */
export async function annotatePicture(
  outbound: Outbound,
  annotateUrl: string,
  file: ReceivedFile,
): Promise<z.input<typeof FoundAnnotations>> {
  if (!URL.canParse(annotateUrl)) {
    throw new Problem('not_possible_now', message('service.noUrl'))
  }
  const { body, contentType } = await formOf(file)
  try {
    const answer = await outbound.send(new URL(annotateUrl), {
      method: 'POST',
      headers: { 'content-type': contentType, accept: 'application/json' },
      body,
      milliseconds: patience,
      bytes: answerBytes,
    })
    return await outlineMasks(understood(answer))
  } catch (error) {
    throw problemOf(error)
  }
}

async function formOf(file: ReceivedFile): Promise<{ body: Buffer; contentType: string }> {
  if (file.size > servicePictureBytes) {
    throw new Problem(
      'too_large',
      message('service.pictureTooLarge', { megabytes: servicePictureBytes / 2 ** 20 }),
    )
  }
  const content = await readFile(file.path)
  const format = recogniseFormat(content)
  if (format === undefined) {
    throw new Problem('unsupported_format', message('service.noPicture'))
  }
  const form = new FormData()
  const { mediaType } = imageFormats[format]
  form.append('image', new Blob([content], { type: mediaType }), `image.${format}`)
  const encoded = new Response(form)
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    contentType: encoded.headers.get('content-type') ?? '',
  }
}

function understood({ contentType, content }: OutboundAnswer): z.output<typeof ServiceAnswer> {
  if (!/^application\/([\w.-]+\+)?json\b/i.test(contentType)) {
    throw failed(message('service.notJson'))
  }
  const parsed = parseInput(ServiceAnswer, unwrapped(parseJson(content)))
  if (parsed.ok) return parsed.data
  const [[field, why] = ['', message('input.invalid')]] = Object.entries(parsed.fields)
  throw failed(message('service.notCocoAt', { field, why }))
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    throw failed(message('service.brokenJson'))
  }
}

/** Services answer the COCO structure bare or in `coco`. */
function unwrapped(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'coco' in value ? value.coco : value
}

function failed(why: Message, cause?: unknown): Problem {
  return new Problem('service_failed', message('service.failed', { why }), { cause })
}

function problemOf(error: unknown): unknown {
  if (error instanceof MaskError) {
    return failed(message('service.notCoco', { detail: error.told }), error)
  }
  if (!(error instanceof OutboundError)) return error
  if (error.fault === 'not allowed') {
    return new Problem('host_not_allowed', error.told, { cause: error })
  }
  return failed(error.told, error)
}
