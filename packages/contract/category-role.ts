import { z } from 'zod'

import type { Localised } from './results/description.ts'

/** The structure of the eye that a category stands for; measures and scales are taken from it. */
export const CategoryRole = z.enum(['disc', 'cup', 'fovea', 'arteriole', 'venule'])
export type CategoryRole = z.infer<typeof CategoryRole>

interface RoleDescription {
  readonly words: Localised
  /** Names that give a new category the role: small letters, without spaces and hyphens. */
  readonly names: readonly string[]
  /** True if the ETDRS grid or the measures of the disc start from it; the fields of the grid do not count it. */
  readonly isLandmark: boolean
}

export const describedRoles: Readonly<Record<CategoryRole, RoleDescription>> = {
  disc: {
    words: { en: 'Optic disc', ko: '시신경유두' },
    names: ['disc', 'disk', 'onh', 'opticdisc', 'opticdisk', 'opticnervehead', '시신경유두'],
    isLandmark: true,
  },
  cup: {
    words: { en: 'Optic cup', ko: '시신경유두함몰' },
    names: ['cup', 'opticcup', '시신경유두함몰', '유두함몰'],
    isLandmark: true,
  },
  fovea: {
    words: { en: 'Fovea', ko: '중심와' },
    names: ['fovea', 'foveacentre', 'foveacenter', 'foveacentralis', '중심와'],
    isLandmark: true,
  },
  arteriole: {
    words: { en: 'Arteriole', ko: '세동맥' },
    names: ['arteriole', 'arterioles', 'artery', 'arteries', '세동맥', '동맥'],
    isLandmark: false,
  },
  venule: {
    words: { en: 'Venule', ko: '세정맥' },
    names: ['venule', 'venules', 'vein', 'veins', '세정맥', '정맥'],
    isLandmark: false,
  },
}

/** The role of a new category for which none is stated. */
export function roleByName(name: string): CategoryRole | null {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '')
  return CategoryRole.options.find((role) => describedRoles[role].names.includes(plain)) ?? null
}

/** The keypoint labels of a category: a fovea is marked by a point, so it has at least one. */
export function labelsWith(role: CategoryRole | null, labels: readonly string[]): string[] {
  return role === 'fovea' && labels.length === 0 ? ['fovea'] : [...labels]
}
