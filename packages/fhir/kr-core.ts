import { dataAbsentReason, systems } from './codes.ts'
import type { Issue } from './issue.ts'
import { isObject, objectsOf, resourcesOf, type Bundle, type Resource } from './resource.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Requirements of the Korean core profiles (KR Core 2.0.0, STU 2) beyond FHIR for resources that
 * claim one, by type. ImagingStudy: none.
 */
const demands: Readonly<Record<string, Readonly<Record<string, (resource: Resource) => boolean>>>> =
  {
    Patient: {
      identifier: ({ identifier }) => areNamed(identifier) && objectsOf(identifier).length > 0,
      name: ({ name }) => {
        const names = objectsOf(name)
        return names.length > 0 && names.every((each) => isText(each, 'text'))
      },
      gender: ({ gender }) => gender !== undefined,
      birthDate: ({ birthDate, _birthDate: beside }) =>
        birthDate !== undefined || (isObject(beside) && isExplained(beside)),
    },
    DiagnosticReport: {
      category: ({ category }) =>
        codingsOf(category).some(
          ({ system, code }) => system === systems.diagnosticSection && code === 'IMG',
        ),
      code: ({ code }) =>
        codingsOf([code]).every((each) => isText(each, 'system') && isText(each, 'code')),
    },
    Organization: {
      identifier: ({ identifier }) => areNamed(identifier),
      name: ({ name }) => name !== undefined,
    },
  }

/** Missing elements of the resources that claim a Korean core profile. */
export function checkKrCore(bundle: Bundle): Issue[] {
  return resourcesOf(bundle)
    .filter(claimsProfile)
    .flatMap((resource) => {
      const asked = Object.entries(demands[resource.resourceType] ?? {})
      const missing = asked.filter(([, isMet]) => !isMet(resource))
      return missing.map(([element]) => ({
        rule: 'profile' as const,
        at: `${resource.resourceType}.${element}`,
        detail: 'KR Core',
      }))
    })
}

function claimsProfile({ meta }: Resource): boolean {
  const profiles = isObject(meta) && Array.isArray(meta['profile']) ? meta['profile'] : []
  return profiles.some((profile) => String(profile).includes('/krcore/'))
}

function codingsOf(concepts: unknown): readonly Json[] {
  return objectsOf(concepts).flatMap(({ coding }) => objectsOf(coding))
}

/** Whether each identifier states its system. */
function areNamed(identifiers: unknown): boolean {
  return objectsOf(identifiers).every((each) => isText(each, 'system') && isText(each, 'value'))
}

function isText(value: Json, name: string): boolean {
  const found = value[name]
  return typeof found === 'string' && found.trim() !== ''
}

function isExplained({ extension }: Json): boolean {
  return objectsOf(extension).some(({ url }) => url === dataAbsentReason)
}
