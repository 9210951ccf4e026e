import { z } from 'zod'

import { modelRoles } from '#contract/models'

/** A file in the model's own folder; no path leads out of it. */
const FileName = z
  .string()
  .regex(/^[\w-][\w.-]{0,127}$/, 'is the name of a file in the same folder, without a path')
const TensorName = z.string().min(1).max(200)
const Side = z.int().min(16).max(4096)
const ThreeNumbers = z.array(z.number()).length(3)

const Size = z.discriminatedUnion('mode', [
  /** Fixed sides, in pixels. */
  z.strictObject({ mode: z.literal('fixed'), h: Side, w: Side }),
  /** The whole photograph, resampled so that the field of view has this diameter in pixels. */
  z.strictObject({
    mode: z.literal('fovDiameter'),
    px: Side,
    /** Sides are padded to multiples of this. */
    multipleOf: z.int().min(1).max(256),
    /**
     * For a network with a limited receptive field: it runs on tiles that overlap by this many
     * pixels, which bounds memory. Absent: on the whole photograph at once.
     */
    overlap: z.int().min(8).max(256).optional(),
    /**
     * If the field of view has fewer pixels, average the network's output for the picture as it is,
     * mirrored, enlarged 1.4 times, and both.
     */
    fourViewsBelow: z.int().min(64).max(2048).optional(),
  }),
])

const Norm = z.discriminatedUnion('type', [
  /** 0 to 1. */
  z.strictObject({ type: z.literal('unit') }),
  /** 0 to 1, minus the mean, divided by the deviation, for each channel. */
  z.strictObject({ type: z.literal('mean-std'), mean: ThreeNumbers, std: ThreeNumbers }),
  /**
   * Minus the local mean, in deviations over the field, for each channel (retina/network-input.ts).
   */
  z.strictObject({ type: z.literal('local-mean-std') }),
  /**
   * Minus the mean over the field, in deviations over the field, for each channel (the same file).
   */
  z.strictObject({ type: z.literal('field-mean-std') }),
])

/** A normalisation measured in the photograph needs the crop and size for which the product measures it. */
function fitsNorm({
  crop,
  size,
  norm,
}: {
  crop: 'none' | 'fov'
  size: z.infer<typeof Size>
  norm: z.infer<typeof Norm>
}): boolean {
  if (norm.type === 'local-mean-std') return crop === 'none' && size.mode === 'fovDiameter'
  if (norm.type === 'field-mean-std')
    return crop === 'fov' && size.mode === 'fixed' && size.h === size.w
  return true
}

const ImageInput = z
  .strictObject({
    name: TensorName,
    source: z.literal('image'),
    dtype: z.literal('float32'),
    layout: z.literal('NCHW'),
    channels: z.enum(['RGB', 'BGR']),
    /** `fov`: the square around the field of view; `none`: the whole photograph. */
    crop: z.enum(['none', 'fov']),
    size: Size,
    norm: Norm,
    /** Value of pixels outside the field of view, after normalisation. */
    outsideFov: z.number(),
  })
  .refine(
    fitsNorm,
    'local-mean-std is of the whole photograph by fovDiameter (crop "none"), field-mean-std of the field in a fixed square (crop "fov").',
  )

const PatientInput = z.discriminatedUnion('source', [
  z.strictObject({
    name: TensorName,
    source: z.literal('patient.age'),
    unit: z.literal('year'),
    range: z.tuple([z.number(), z.number()]),
    missing: z.literal('reject'),
  }),
  z.strictObject({
    name: TensorName,
    source: z.literal('patient.sex'),
    map: z.strictObject({ F: z.number(), M: z.number() }),
    missing: z.literal('reject'),
  }),
])

/** Probability planes, named in order: 'vessel,artery,vein'. */
const MapOutput = z.strictObject({
  name: TensorName,
  role: z.string().regex(/^[a-z_]+(,[a-z_]+)*$/),
  activation: z.enum(['sigmoid', 'none']),
  /** Threshold from which a pixel belongs to a plane, one for each. */
  threshold: z.array(z.number().min(0).max(1)),
})

/** One number, with bands that grade it. */
const ValueOutput = z.strictObject({
  name: TensorName,
  role: z.literal('value').optional(),
  unit: z.enum(['probability', 'hazard-ratio', 'score']),
  event: z.string().max(200),
  horizonYears: z.number().positive().optional(),
  bands: z
    .array(z.strictObject({ max: z.number(), label: z.enum(['low', 'moderate', 'high']) }))
    .min(1),
})

const Text = z.string().max(4000)

/** Texts of the manifest in another language. */
const Translation = z.strictObject({
  name: z.string().min(1).max(200),
  intendedUse: Text,
  limits: Text,
})

/** `model.json` beside a network: its input, its output, and its purpose. */
export const ModelManifest = z.strictObject({
  schema: z.literal('retina-model/1'),
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'has small letters, digits and hyphens only'),
  name: z.string().min(1).max(200),
  version: z.string().min(1).max(50),
  role: z.enum(modelRoles),
  file: FileName,
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'is 64 small hexadecimal digits'),
  licence: z.string().max(200),
  regulatory: z.strictObject({
    status: z.enum(['none', 'MFDS', 'CE', 'FDA']),
    number: z.string().max(200),
  }),
  inputs: z
    .array(z.union([ImageInput, PatientInput]))
    .min(1)
    .max(8),
  outputs: z
    .array(z.union([MapOutput, ValueOutput]))
    .min(1)
    .max(8),
  intendedUse: Text,
  limits: Text,
  /** The texts for readers in other languages than English. */
  translations: z.strictObject({ ko: Translation.optional() }).optional(),
  evidence: z.array(z.string().max(500)).max(100),
  /** Names of the training sets of photographs. */
  trainedOn: z.array(z.string().max(200)).max(100).default([]),
  /** Little-endian float32 of the first input and of the first output. */
  selfTest: z.strictObject({
    in: FileName,
    out: FileName,
    /** Shape of the input. */
    shape: z.array(z.int().positive()).min(1).max(5),
    tol: z.number().positive().max(0.1),
  }),
})
export type Translation = z.infer<typeof Translation>
export type ModelManifest = z.infer<typeof ModelManifest>
export type ImageInput = z.infer<typeof ImageInput>
type MapOutput = z.infer<typeof MapOutput>
type ValueOutput = z.infer<typeof ValueOutput>

/**
 * The input that shows the photograph; every role has one, except a risk computed from numbers
 * alone.
 */
export function imageInputOf({ inputs }: ModelManifest): ImageInput | undefined {
  return inputs.find((input) => input.source === 'image')
}

/** The first output that consists of planes of probabilities, with their names in order. */
export function mapOutputOf({
  outputs,
}: ModelManifest): { name: string; planes: string[]; thresholds: number[] } | undefined {
  const found = outputs.find((output): output is MapOutput => 'threshold' in output)
  if (found === undefined) return undefined
  return { name: found.name, planes: found.role.split(','), thresholds: found.threshold }
}

/** The first output that is one number. */
export function valueOutputOf({ outputs }: ModelManifest): ValueOutput | undefined {
  return outputs.find((output): output is ValueOutput => 'bands' in output)
}
