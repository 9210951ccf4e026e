import { checkBundle } from './bundle-rules.ts'
import type { Definitions } from './definitions.ts'
import type { Issue } from './issue.ts'
import { checkKrCore } from './kr-core.ts'
import { isBundle } from './resource.ts'
import { validateResource } from './validate.ts'

/**
 * All faults of a message or a transaction: first by FHIR R4; if there are none, those between its
 * resources and against the profiles that they claim. Empty: it may be sent.
 */
export function checkMessage(definitions: Definitions, bundle: unknown): Issue[] {
  const issues = validateResource(definitions, bundle)
  if (issues.length > 0 || !isBundle(bundle)) return issues
  return [...checkBundle(bundle), ...checkKrCore(bundle)]
}
