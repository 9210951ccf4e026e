import { z } from 'zod'

import { clockTimePattern } from '#clock/clock-time'

import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'

/** The greatest id and revision: the maximum of PostgreSQL's `integer`. */
const greatest = 2 ** 31 - 1
/** Ids in a body or an answer. */
export const Id = z.int().min(1).max(greatest)
/** Ids in a path or a query. */
export const IdText = z.coerce.number().int().min(1).max(greatest)
/** How often a thing was changed, counted from 1. */
export const Revision = z.int().min(1).max(greatest)
export const idParams = z.strictObject({ id: IdText })

/** 'true' and 'false' in a query; anything else is refused. */
export const BooleanText = z.enum(['true', 'false']).transform((text) => text === 'true')

/** 'true' and 'false' as a form sends them, or a boolean. */
export const Flag = z.union([
  z.boolean(),
  z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .pipe(z.boolean()),
])

/** An object with the same kind of value under each key. Unlike a record, its description names them. */
export function objectOf<K extends string, V extends z.ZodType>(
  keys: readonly K[],
  value: V,
): z.ZodObject<Record<K, V>> {
  return z.object(Object.fromEntries(keys.map((key) => [key, value])) as Record<K, V>)
}

/** Some fields of an object, to change these alone: one that is left out has no default. */
export function someOf<S extends z.ZodRawShape>(
  whole: z.ZodObject<S>,
): z.ZodType<Partial<z.output<z.ZodObject<S>>>, Partial<z.input<z.ZodObject<S>>>> {
  const fields = Object.entries(whole.shape).map(([name, field]) => {
    const bare = field instanceof z.ZodDefault ? field.unwrap() : field
    return [name, z.optional(bare)] as const
  })
  return z.strictObject(Object.fromEntries(fields)) as never
}

/** The name or the address of a host, without a port; may be empty. */
export const HostName = z
  .string()
  .trim()
  .max(255)
  .regex(/^[^\s/?#@\\]*$/, saying(message('pacs.hostForm')))

export const Instant = z.iso.datetime()
export const Day = z.iso.date()
/** The reading of a camera's clock: a day, or day and time, with the offset from UTC if known. */
export const ClockText = z.string().regex(clockTimePattern)

export const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/, saying(message('input.colour')))

const MetadataValue = z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()])
/** Free key and value pairs. */
export const Metadata = z.record(z.string().min(1).max(200), MetadataValue)
export type Metadata = z.infer<typeof Metadata>

export const pageQuery = {
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(1000),
}

export const Pagination = z.object({
  page: z.int(),
  pages: z.int(),
  total: z.int(),
  limit: z.int(),
})
export type Pagination = z.infer<typeof Pagination>

export const Success = z.object({ success: z.literal(true) })
/** A user-facing message: in English, and as key and parameters for any language. */
export const Told = z.object({
  message: z.string(),
  key: z.string(),
  params: z.record(z.string(), z.unknown()),
})
export type Told = z.infer<typeof Told>
/** A task that was started. */
export const StartedTask = z.object({ id: Id, name: z.string() })

/** No control characters, which no name of a person or a thing needs. */
export const printable = /^\P{Cc}*$/u
export const Label = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(printable, saying(message('input.controlCharacters')))
