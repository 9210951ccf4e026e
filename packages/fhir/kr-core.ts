import { dataAbsentReason, systems } from './codes.ts'
import type { Issue } from './issue.ts'
import { isObject, objectsOf, resourcesOf, type Bundle, type Resource } from './resource.ts'

type Json = Readonly<Record<string, unknown>>

/** What of the Korean core profiles a resource must have beyond FHIR; by the type. */
const demands: Readonly<Record<string, Readonly<Record<string, (resource: Resource) => boolean>>>> =
  {
    Patient: {
      identifier: ({ identifier }) => objectsOf(identifier).every((each) => isText(each, 'value')),
      name: ({ name }) => objectsOf(name).some((each) => isText(each, 'text')),
      gender: ({ gender }) => gender !== undefined,
      birthDate: ({ birthDate, _birthDate: beside }) =>
        birthDate !== undefined || (isObject(beside) && isExplained(beside)),
    },
    DiagnosticReport: {
      category: ({ category }) =>
        codingsOf(category).some(
          ({ system, code }) => system === systems.diagnosticSection && code === 'IMG',
        ),
      code: ({ code }) => codingsOf([code]).every((each) => isText(each, 'system')),
      imagingStudy: ({ imagingStudy }) => objectsOf(imagingStudy).length > 0,
    },
    ImagingStudy: { started: ({ started }) => started !== undefined },
    Organization: { name: ({ name }) => name !== undefined },
  }

/** What the resources that claim a Korean core profile lack of it. */
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

function isText(value: Json, name: string): boolean {
  const found = value[name]
  return typeof found === 'string' && found.trim() !== ''
}

function isExplained({ extension }: Json): boolean {
  return objectsOf(extension).some(({ url }) => url === dataAbsentReason)
}
