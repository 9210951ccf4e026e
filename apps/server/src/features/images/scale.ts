import type { scaleOrigins, ScaleRule, ScaleStatement } from '#contract/patient-data'
import { PatientData } from '#contract/patient-data'
import { micrometresPerPixelOf } from '#contract/pixel-size'
import type { Metadata } from '#contract/primitives'
import { axialLengthByRefraction, forAxialLength, micrometresByField } from '#retina/retinal-scale'

import type { Db } from '../../platform/database/database.ts'
import { getLiveDataset, scaleRulesOf } from '../datasets/queries.ts'
import type { ImageRow } from './queries.ts'

const tags = { manufacturer: '00080070', model: '00081090', pixelSpacing: '00280030' } as const

/** The size of an image's pixels on the retina, and its source. */
export interface ImageScale {
  readonly micrometresPerPixel: number
  readonly origin: (typeof scaleOrigins)[number]
  /** For people, in no language: names and numbers. */
  readonly source: string
  /**
   * Axial length of the eye, if the scale was corrected by it; null if it was not corrected, or
   * need not be.
   */
  readonly axialLengthMm: number | null
  /**
   * Refraction in dioptres, if the length was computed from it; null: it was measured, or is
   * unknown.
   */
  readonly refraction: number | null
}

type EyeLength = Pick<ImageScale, 'axialLengthMm' | 'refraction'>

/**
 * The scale of an image: a person's statement first, then its metadata and file, then the dataset's
 * rules.
 */
export async function scaleOf(db: Db, image: ImageRow): Promise<ImageScale | null> {
  const statements = await db
    .selectFrom('image_statement')
    .select(['field', 'value', 'stated_by_name as by'])
    .where('image_id', '=', image.id)
    .where('field', 'in', ['scale', 'axial_length', 'refraction'])
    .execute()
  const said = new Map(statements.map((each) => [each.field, each]))
  const length = eyeLength({
    measured: PatientData.shape.axial_length.safeParse(said.get('axial_length')?.value).data,
    refraction: PatientData.shape.refraction.safeParse(said.get('refraction')?.value).data,
  })
  const stated = PatientData.shape.scale.safeParse(said.get('scale')?.value).data
  if (stated !== undefined) {
    const source = `${said.get('scale')?.by ?? ''}: ${textOf(stated)}`
    return scaled(stated, { ...length, origin: 'image', source })
  }
  return ofFile(image) ?? (await byRule(db, image, length))
}

/** A measured length is more accurate than one from the refraction. */
function eyeLength({
  measured,
  refraction,
}: {
  measured: number | undefined
  refraction: number | undefined
}): EyeLength {
  if (measured !== undefined) return { axialLengthMm: measured, refraction: null }
  if (refraction === undefined) return { axialLengthMm: null, refraction: null }
  return { axialLengthMm: axialLengthByRefraction(refraction), refraction }
}

function ofFile(image: ImageRow): ImageScale | null {
  const { dicom_meta: dicomMeta } = image
  const metadata = image.metadata as Metadata
  const micrometresPerPixel = micrometresPerPixelOf({ dicomMeta, metadata })
  if (micrometresPerPixel === null) return null
  const isOfMetadata = micrometresPerPixelOf({ dicomMeta: {}, metadata }) !== null
  return {
    micrometresPerPixel,
    origin: isOfMetadata ? 'metadata' : 'file',
    source: isOfMetadata ? 'micrometres_per_pixel' : 'Pixel Spacing',
    axialLengthMm: null,
    refraction: null,
  }
}

async function byRule(db: Db, image: ImageRow, length: EyeLength): Promise<ImageScale | null> {
  const dataset = await getLiveDataset(db, image.dataset_id)
  const rule = dataset && ruleFor(scaleRulesOf(dataset), image)
  if (rule === undefined) return null
  const camera = `${rule.manufacturer} ${rule.model}`.trim()
  const found = scaled(rule.scale, {
    ...length,
    origin: camera === '' ? 'dataset' : 'camera',
    source: [camera, textOf(rule.scale)].filter((part) => part !== '').join(': '),
  })
  const resized = rule.image_width / image.width
  return { ...found, micrometresPerPixel: found.micrometresPerPixel * resized }
}

/** The camera named in a DICOM file; '' if there is none. */
export function cameraOf({ dicom_meta: meta }: Pick<ImageRow, 'dicom_meta'>) {
  return {
    manufacturer: meta[tags.manufacturer]?.trim() ?? '',
    model: meta[tags.model]?.trim() ?? '',
  }
}

/** The most specific rule for an image's camera; the first of several. */
function ruleFor(rules: readonly ScaleRule[], image: ImageRow): ScaleRule | undefined {
  const camera = cameraOf(image)
  const fits = (rule: ScaleRule, name: 'manufacturer' | 'model'): boolean =>
    rule[name] === '' || rule[name].toLowerCase() === camera[name].toLowerCase()
  return rules
    .filter((rule) => fits(rule, 'manufacturer') && fits(rule, 'model'))
    .toSorted((a, b) => namesOf(b) - namesOf(a))[0]
}

/** Specificity of a rule: a model is more specific than a manufacturer. */
function namesOf({ manufacturer, model }: ScaleRule): number {
  return Number(manufacturer !== '') + 2 * Number(model !== '')
}

function scaled(scale: ScaleStatement, told: Omit<ImageScale, 'micrometresPerPixel'>): ImageScale {
  const length = told.axialLengthMm ?? undefined
  if ('field_degrees' in scale) {
    const field = { degrees: scale.field_degrees, circlePx: scale.circle_px }
    return { ...told, micrometresPerPixel: micrometresByField(field, length) }
  }
  const { micrometres_per_pixel: stated } = scale
  return {
    ...told,
    micrometresPerPixel: length === undefined ? stated : forAxialLength(stated, length),
  }
}

function textOf(scale: ScaleStatement): string {
  return 'field_degrees' in scale
    ? `${scale.field_degrees}° / ${scale.circle_px} px`
    : `${scale.micrometres_per_pixel} µm / px`
}
