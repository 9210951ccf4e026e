import path from 'node:path'

/** Languages of the handbook. Every page exists in English. */
export type Language = 'en' | 'ko'

export interface Section {
  readonly title: Readonly<Record<Language, string>>
  /** Paths and globs in the repository, in the order in which they are read. */
  readonly files: readonly string[]
  /** About the code: the search lists these pages after the others. */
  readonly aboutCode?: true
}

/** The handbook by the tasks of its readers; the navigation shows the pages in this order. */
export const sections: readonly Section[] = [
  {
    title: { en: 'Start', ko: '시작' },
    files: ['docs/README.md', 'README.md', 'docs/features.md'],
  },
  {
    title: { en: 'Readers, graders, clinicians', ko: '판독, 등급, 보고' },
    files: [
      'docs/annotating.md',
      'docs/grading.md',
      'docs/assignments.md',
      'docs/results.md',
      'docs/measures.md',
    ],
  },
  {
    title: { en: 'Researchers', ko: '연구자' },
    files: [
      'docs/research.md',
      'docs/labelling.md',
      'docs/releases.md',
      'docs/evaluation.md',
      'docs/ruler.md',
      'docs/plug-in-models.md',
      'clients/python/README.md',
    ],
  },
  {
    title: { en: 'Clinic administrators', ko: '병원 관리자' },
    files: [
      'docs/administration.md',
      'docs/roles.md',
      'docs/sites.md',
      'docs/accounts.md',
      'docs/patients.md',
      'docs/audit-trail.md',
    ],
  },
  {
    title: { en: 'IT', ko: '전산 담당자' },
    files: [
      'docs/installation.md',
      'docs/operation.md',
      'docs/operating.md',
      'deploy/README.md',
      'docs/sign-in.md',
      'docs/mail.md',
      'docs/encryption.md',
      'docs/security.md',
    ],
  },
  {
    title: { en: 'Integrators', ko: '연동 개발자' },
    files: [
      'docs/dicom-conformance.md',
      'docs/ihe.md',
      'docs/hl7-fhir.md',
      'docs/dicomweb.md',
      'docs/mics.md',
      'docs/programs.md',
      'docs/command-line.md',
      'docs/events.md',
    ],
  },
  {
    title: { en: 'Developers', ko: '개발자' },
    aboutCode: true,
    files: ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  },
  {
    title: { en: 'Packages', ko: '패키지' },
    aboutCode: true,
    files: ['packages/*/README.md'],
  },
  {
    title: { en: 'Decisions', ko: '결정 기록' },
    aboutCode: true,
    files: ['decisions/README.md', 'decisions/[0-9]*.md'],
  },
]

/** Where the Korean page of an English one would be; null for pages that are never translated. */
export function koreanOf(file: string): string | null {
  if (file === 'README.md') return 'README.ko.md'
  return file.startsWith('docs/') ? file.replace('docs/', 'docs/ko/') : null
}

/** The address of a page below /docs; empty for the first page. */
export function addressOf(file: string): string {
  if (!file.includes('/')) return `repository/${path.parse(file).name.toLowerCase()}`
  return file
    .replace(/\.md$/, '')
    .replace(/(?:^|\/)README$/, '')
    .replace(/^docs\/?/, '')
}

export const handbookRoot = '/docs'

/** Address of a page or file of the handbook on the server, from its address below /docs. */
export function hrefOf(address: string): string {
  return address === '' ? handbookRoot : `${handbookRoot}/${address}`
}
