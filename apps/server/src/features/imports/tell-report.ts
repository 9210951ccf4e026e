import type { ImportReason, ImportReport } from '#contract/imports'

import type { JobContext } from '../../platform/jobs/definition.ts'

const words: Record<ImportReason, string> = {
  image_not_in_dataset: 'images of the file are not in the dataset',
  image_ambiguous: 'images of the file could stand for more than one of the dataset, or share one',
  image_size_differs: 'images are of another size in the file than in the dataset',
  image_unusable: 'images of the file cannot be used',
  image_id_twice: 'image ids are used twice in the file',
  annotation_unusable: 'annotations cannot be used; their images were left as they are',
  annotation_id_twice: 'annotation ids are used twice; their images were left as they are',
  annotation_without_image: 'annotations belong to an image that the file does not have',
  category_missing: 'images have a category that the file does not have',
  keypoints_differ: 'images have keypoints that do not fit their category here',
  outside_image: 'annotations lie outside their image; their images were left as they are',
  metadata_differ: 'images have other metadata already, and kept them',
}

/** Writes the report into the task's log: counts whole, of each reason some cases. */
export async function tellReport(context: JobContext, report: ImportReport): Promise<void> {
  const { images, annotations, categories } = report
  for (const { reason, count, examples } of report.reasons) {
    await context.warn(`${count} ${words[reason]}. ${examples.join(' ')}`)
  }
  if (categories.created.length > 0) {
    const verb = report.dry_run ? 'Would create' : 'Created'
    await context.info(`${verb} the categories ${categories.created.join(', ')}.`)
  }
  if (categories.attached.length > 0) {
    const verb = report.dry_run ? 'Would add' : 'Added'
    await context.info(`${verb} to the dataset the categories ${categories.attached.join(', ')}.`)
  }
  const verb = report.dry_run ? 'Would import' : 'Imported'
  await context.info(
    `${verb} ${annotations.created} of ${annotations.in_file} annotations: ${annotations.existing} are there already, ${annotations.left_out} were left out. Of ${images.in_file} images in the file ${images.matched} are in the dataset; ${images.changed} got something new.`,
  )
}
