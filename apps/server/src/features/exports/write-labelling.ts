import { boxOf } from '#geometry/box'
import { decodeShape } from '#geometry/encoding'
import type { LabelledAnnotation, LabelledImage, NamedPoint } from '#labelling/labelled-image'
import { labelStudioTask } from '#labelling/write-label-studio'
import { cvatEnd, cvatImage, cvatStart } from '#labelling/write-cvat'

import { annotatedImages, type AnnotatedImage } from './annotated-images.ts'
import type { ExportSource } from './export-source.ts'
import { countSelection, selectedCategories, type SelectedCategory } from './selection.ts'
import { withoutIdentity } from './without-identity.ts'

type Categories = ReadonlyMap<number, SelectedCategory>

/** One file in the form "CVAT for images 1.1". */
export async function* writeCvat(source: ExportSource): AsyncGenerator<string, void, undefined> {
  const { db, selection } = source
  const categories = await categoriesOf(source)
  const { images: size } = await countSelection(db, selection)
  const labels = [...categories.values()].map((category) => ({
    name: category.name,
    color: category.color,
    keypoints: category.keypoint_labels,
  }))
  yield cvatStart({ name: selection.dataset.name, size, labels })
  let index = 0
  for await (const annotated of annotatedImages(db, selection)) {
    const { text, written } = cvatImage(labelled(annotated, categories, source), index)
    yield text
    index++
    await source.onWritten(written)
    await source.onImage()
  }
  yield cvatEnd
}

/** A list of tasks of Label Studio. */
export async function* writeLabelStudio(
  source: ExportSource,
): AsyncGenerator<string, void, undefined> {
  const { db, selection } = source
  const categories = await categoriesOf(source)
  yield '['
  let separator = '\n'
  for await (const annotated of annotatedImages(db, selection)) {
    const image = labelled(annotated, categories, source)
    const { task, written } = labelStudioTask(image, annotated.image.id)
    yield separator + JSON.stringify(task)
    separator = ',\n'
    await source.onWritten(written)
    await source.onImage()
  }
  yield '\n]\n'
}

async function categoriesOf({ db, selection }: ExportSource): Promise<Categories> {
  const categories = await selectedCategories(db, selection)
  return new Map(categories.map((category) => [category.id, category]))
}

function labelled(
  { image, annotations, categoryIds }: AnnotatedImage,
  categories: Categories,
  { selection: { pseudonyms } }: ExportSource,
): LabelledImage {
  const open = (notes: Readonly<Record<string, unknown>>) =>
    pseudonyms === null ? notes : withoutIdentity(notes, image)
  return {
    fileName: pseudonyms === null ? image.path : pseudonyms.imageName(image),
    size: { width: image.width, height: image.height },
    labels: categoryIds.flatMap((id) => categories.get(id)?.name ?? []),
    annotations: annotations.map((annotation) => ({
      label: annotation.category,
      area: areaOf(annotation),
      lines: annotation.lines,
      keypoints: keypointsOf(annotation, categories.get(annotation.category_id)),
      metadata: open(annotation.metadata),
      origin: annotation.origin.kind,
    })),
  }
}

type Annotation = AnnotatedImage['annotations'][number]

function areaOf({ geometry, is_box: isBox }: Annotation): LabelledAnnotation['area'] {
  const shape = decodeShape(geometry)
  const box = isBox ? boxOf(shape) : null
  if (box !== null) return { kind: 'box', box }
  return shape.length === 0 ? { kind: 'none' } : { kind: 'polygons', shape }
}

function keypointsOf(
  { keypoints }: Annotation,
  category: SelectedCategory | undefined,
): NamedPoint[] {
  if (keypoints.length === 0) return []
  return (category?.keypoint_labels ?? []).map((name, index) => {
    const [x = 0, y = 0, stored = 0] = keypoints.slice(3 * index, 3 * index + 3)
    return { name, x, y, visibility: stored === 2 ? 2 : stored === 1 ? 1 : 0 }
  })
}
