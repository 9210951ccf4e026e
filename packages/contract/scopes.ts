import { z } from 'zod'

import type { Right } from './roles.ts'

/**
 * What an access token lets a program do, and the rights in datasets that it includes. A token never
 * gives more than its user has; a right in no scope (`review`) is a person's alone.
 */
const rightsIn = {
  /** Read everything that is not behind another scope. */
  read: ['view'],
  /** Add, correct and delete images, annotations, grades and comments; make datasets. */
  annotate: ['view', 'annotate', 'collect'],
  /** Start analyses, and cancel or repeat tasks. */
  analyse: ['view', 'analyse'],
  /** Export data, and send them to other systems. */
  export: ['view', 'export', 'send', 'identify'],
  /** Configure, share and delete datasets; for administrators, also accounts and settings. */
  administer: ['view', 'configure', 'share', 'delete'],
  /** Read and store by DICOMweb, and no other call: enough for a viewer. */
  dicomweb: ['view', 'collect'],
} as const satisfies Readonly<Record<string, readonly Right[]>>

export type Scope = keyof typeof rightsIn

export const scopes = Object.keys(rightsIn) as Scope[]
export const ScopeName = z.enum(scopes)

/** The scope of calls that need a right; null: they are not for programs. */
export function scopeOfRight(right: Right): Scope | null {
  return scopes.find((scope) => includes(scope, right)) ?? null
}

/** Whether a token with these scopes may use the right. */
export function includesRight(held: readonly Scope[], right: Right): boolean {
  return held.some((scope) => includes(scope, right))
}

/** Whether a token with these scopes may make calls of a scope: each scope but DICOMweb's includes reading. */
export function includesScope(held: readonly Scope[], scope: Scope): boolean {
  return held.includes(scope) || (scope === 'read' && held.some((other) => other !== 'dicomweb'))
}

function includes(scope: Scope, right: Right): boolean {
  return (rightsIn[scope] as readonly Right[]).includes(right)
}
