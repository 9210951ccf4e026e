import type { Image } from '#contract/images'

/** Images of a patient's day that are next to each other in a list. */
export interface Visit<Item> {
  /** The day; null for images without a patient ID or study date, which belong to no visit. */
  readonly day: string | null
  readonly images: readonly Item[]
}

type Placed = Pick<Image, 'patientID' | 'studyDate'>

/** The list in its order, divided where the visit changes. */
export function visitsOf<Item extends Placed>(images: readonly Item[]): Visit<Item>[] {
  const visits: { day: string | null; images: Item[] }[] = []
  let last: Item | undefined
  for (const image of images) {
    const visit = visits.at(-1)
    if (visit !== undefined && last !== undefined && isSameVisit(last, image)) {
      visit.images.push(image)
    } else {
      visits.push({ day: hasVisit(image) ? image.studyDate : null, images: [image] })
    }
    last = image
  }
  return visits
}

const hasVisit = ({ patientID, studyDate }: Placed) => patientID !== '' && studyDate !== ''

function isSameVisit(one: Placed, other: Placed): boolean {
  if (!hasVisit(one)) return !hasVisit(other)
  return one.patientID === other.patientID && one.studyDate === other.studyDate
}
