import { type AnyRecord, type ImageRecord, isAnnotation } from '#annotation/document'
import type { SaveLedger } from '#annotation/save'
import { toCocoAnnotation } from '#coco/annotation'
import type { CocoDocument } from '#coco/document'

import type { AnnotatorData } from '../api.ts'
import { wireFieldsOf } from '../wire.ts'

interface OpenImage {
  readonly image: Pick<AnnotatorData['image'], 'id' | 'file_name' | 'width' | 'height'>
  readonly dataset: Pick<AnnotatorData['dataset'], 'name'>
  readonly categories: readonly Pick<
    AnnotatorData['categories'][number],
    'id' | 'name' | 'supercategory' | 'color' | 'keypoint_labels' | 'keypoint_edges'
  >[]
  readonly fields: AnnotatorData['fields']
}

/**
 * The changes of an image that the server does not have, as a COCO document that the import reads. Deleted
 * annotations have no place in it.
 */
export function unsavedDocument(ledger: SaveLedger, open: OpenImage, now: Date): CocoDocument {
  const { id, file_name, width, height } = open.image
  const records = unsavedRecords(ledger)
  const ofImage = records.find(isImageRecord)
  const annotations = records.filter(isAnnotation).flatMap((annotation, index) => {
    const source = {
      id: index + 1,
      imageId: id,
      categoryId: annotation.categoryId,
      shape: annotation.geometry,
      lines: annotation.lines,
      keypoints: annotation.keypoints,
      isBox: annotation.isBox,
      isCrowd: false,
      origin: annotation.origin,
      position: annotation.position,
      ...(annotation.color !== null && { color: annotation.color }),
      metadata: annotation.metadata,
      fields: wireFieldsOf(annotation.fields),
    }
    return toCocoAnnotation(source, [height, width]) ?? []
  })
  return {
    info: {
      description: open.dataset.name,
      version: '1.0',
      year: now.getUTCFullYear(),
      contributor: '',
      url: '',
      date_created: now.toISOString(),
    },
    licenses: [],
    images: [
      {
        id,
        file_name,
        width,
        height,
        ...(ofImage !== undefined && {
          category_ids: ofImage.labels,
          fields: wireFieldsOf(ofImage.fields),
        }),
      },
    ],
    annotations,
    categories: open.categories.map(({ keypoint_labels, keypoint_edges, ...category }) => ({
      id: category.id,
      name: category.name,
      supercategory: category.supercategory,
      color: category.color,
      ...(keypoint_labels.length > 0 && { keypoints: keypoint_labels, skeleton: keypoint_edges }),
    })),
    fields: open.fields.map(({ field }) => field),
  }
}

function unsavedRecords({ entries }: SaveLedger): AnyRecord[] {
  return [...entries.values()].flatMap((entry) =>
    entry.state === 'saved' || entry.local === null ? [] : [entry.local],
  )
}

function isImageRecord(record: AnyRecord): record is ImageRecord {
  return !isAnnotation(record)
}
