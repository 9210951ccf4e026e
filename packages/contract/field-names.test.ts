import { expect, test } from 'vitest'
import { z } from 'zod'

import { endpoints } from './endpoints.ts'
import { fieldName } from './field-name.ts'
import { fieldNames, fieldNamesIn } from './field-names.ts'

/**
 * Fields that pages, the canvas or programs set. Nobody types them, so a refusal names them by their path.
 */
const setByPrograms: ReadonlySet<string> = new Set(
  `accept added_category_ids after algorithms all analysis_id annotated annotation annotation_id annotations answer any assignment
  arterioles as asAttachment ascending asDicom asJson asPng attempt attestationObject authenticatorData by_visit clientDataJSON clientExtensionResults credential cannotTell case cases category_id
  clicks codes computed cup deidentified delivery differs disc display dry_run FHIR field filter iccprofile id if image
  image_id imageId in inside instance isbbox keypoints kind level lines logout_token make_uids map mask measurements measurements_from MICS multiline normal not object open_comments
  frames ordered origin original_id othersEmpty otherwise PACS padding page part pending perReader pin points poll position previous quality query
  quotient rawId recent_ms refused removed_category_ids replaces response required requiredWhen resolved restores reviews revision rings save_id
  segmentation series session settings setup showsOthers signature study sum system tag taken_back thread_id threshold thumbnail time_zone toId token transports v
  venules version webhook viewport width window with x y`.split(/\s+/),
)

const names = new Set(
  [...endpoints.values()].flatMap(({ params, query, body }) =>
    [params, query, body].flatMap((schema) => [...fieldsIn(schema)]),
  ),
)

test('every field of every call has a name for people, or is set by programs', () => {
  expect(names.size).toBeGreaterThan(200)
  expect(
    Object.keys(fieldNames)
      .concat(...setByPrograms)
      .toSorted(),
  ).toEqual([...names].toSorted())
})

test.each([
  ['settings.PACS.IP', 'IP 주소'],
  ['users.0', '사용자 (1)'],
  ['references.2.mean', '평균 (3)'],
  ['keypoint_edges.1.0', '연결 (2)'],
  ['revision', undefined],
  ['request', undefined],
])('the field %s is named %s', (path, name) => {
  expect(fieldName(path, fieldNamesIn('ko'))).toBe(name)
})

/** The names of all fields in a schema of zod, at any depth. */
function fieldsIn(schema: unknown, seen: ReadonlySet<unknown> = new Set()): Set<string> {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return new Set()
  const within = new Set([...seen, schema])
  const inner = partsOf(schema).flatMap((part) => [...fieldsIn(part, within)])
  const own = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return new Set([...own, ...inner])
}

function partsOf(schema: z.ZodType): readonly unknown[] {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape)
  if (schema instanceof z.ZodArray) return [schema.element]
  if (schema instanceof z.ZodUnion) return schema.options
  if (schema instanceof z.ZodRecord) return [schema.valueType]
  if (schema instanceof z.ZodTuple) return schema.def.items
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out]
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return [schema.unwrap()]
  }
  return schema instanceof z.ZodLazy ? [schema.unwrap()] : []
}
