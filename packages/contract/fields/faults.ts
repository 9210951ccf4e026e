import { type Message, message } from '../messages/message.ts'
import { fieldsIn } from './condition.ts'
import { type Field, sourcesOf } from './field.ts'
import { misfitOf } from './rules.ts'

/** The first thing that is wrong with the fields of a dataset taken together, or null. */
export function faultIn(fields: readonly Field[]): Message | null {
  const before = new Map<string, Field>()
  const keys = new Set(fields.map(({ key }) => key))
  for (const field of fields) {
    const { key } = field
    if (before.has(key)) return message('fields.keyTwice', { key })
    const fault = faultOf(field) ?? unknownIn(field, { keys, before })
    if (fault !== null) return fault
    before.set(key, field)
  }
  return null
}

function faultOf(field: Field): Message | null {
  const { key } = field
  if ('options' in field) {
    const values = field.options.map(({ value }) => value)
    const twice = values.find((value, i) => values.indexOf(value) !== i)
    if (twice !== undefined) return message('fields.optionTwice', { key, option: twice })
  }
  if (field.type === 'number' && (field.min ?? -Infinity) > (field.max ?? Infinity))
    return message('fields.limitsReversed', { key })
  if (field.normal !== undefined && misfitOf(field, field.normal) !== null)
    return message('fields.normalMisfit', { key })
  if (field.subject === 'annotation' && field.perReader !== undefined)
    return message('fields.perReaderAnnotation', { key })
  return null
}

function unknownIn(
  field: Field,
  { keys, before }: { keys: ReadonlySet<string>; before: ReadonlyMap<string, Field> },
): Message | null {
  const { key } = field
  const rules = [field.shownWhen, field.requiredWhen].flatMap((rule) => rule ?? [])
  const unknown = rules.flatMap(fieldsIn).find((other) => other === key || !keys.has(other))
  if (unknown !== undefined) return message('fields.unknownInRule', { key, other: unknown })
  const source = sourcesOf(field).find((other) => !isLike(before.get(other), field))
  return source === undefined ? null : message('fields.unknownInComputed', { key, other: source })
}

/** Whether a field can be computed from the other: they must have the same subject and readers. */
function isLike(other: Field | undefined, { subject, perReader }: Field): boolean {
  return other?.subject === subject && (other.perReader === undefined) === (perReader === undefined)
}
