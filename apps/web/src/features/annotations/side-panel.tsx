import { Text, Title } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import { useTold } from '../../i18n/told.ts'
import { ExampleMark } from '../../ui/example-mark.tsx'
import { IconChevronLeft, IconChevronRight, IconMessageCircle } from '../../ui/icons.ts'
import classes from './annotate-page.module.css'
import { AnnotationDetails } from './list/annotation-details.tsx'
import { DiscPanel } from './list/disc-panel.tsx'
import { ImageFields } from './list/image-fields.tsx'
import { MeasurementList } from './list/measurement-list.tsx'
import { AnnotationList } from './list/annotation-list.tsx'
import { useEditorContext } from './editor-context.ts'
import { ImageComments } from './comments/image-comments.tsx'
import { CommandButton } from './commands/command-button.tsx'
import { Results } from './analysis/results.tsx'
import { ImageSettingsPanel } from './photograph/image-settings-panel.tsx'
import { ReadOnlyNote } from './read-only-note.tsx'
import { SaveState } from './saving/save-state.tsx'
import { saveAll } from './saving/use-save-before-leaving.ts'

interface SidePanelProps {
  openedResult: number | null
  onOpenResult: (id: number | null) => void
}

/** The image's name and neighbours, its analysis, its annotations and their save state. */
export const SidePanel = memo(function SidePanel({ openedResult, onOpenResult }: SidePanelProps) {
  const { t } = useTranslation()
  const { told } = useTold()
  const { annotator, data, commenting, openImage, setSubmittable, setNextCase, ...parts } =
    useEditorContext()
  const { PatientDataButton, CommentCount, WorkPart } = parts
  const { file_name: name, prediction_told: status } = data.image
  return (
    <aside className={classes['panel']} aria-label={t('annotations.panel')}>
      <div className={classes['columns']}>
        <div className={classes['column']}>
          <header className={classes['head']}>
            <CommandButton
              name="previousImage"
              icon={<IconChevronLeft size={18} />}
              side="bottom"
            />
            <Title order={1} className={classes['title']} title={name}>
              {name}
            </Title>
            <CommandButton name="nextImage" icon={<IconChevronRight size={18} />} side="bottom" />
            <span className={classes['comments']}>
              <CommandButton name="comments" icon={<IconMessageCircle size={18} />} side="bottom" />
              <CommentCount imageId={data.image.id} />
            </span>
          </header>
          <ImageSettingsPanel />
          {data.dataset.example && (
            <div className={classes['part']}>
              <ExampleMark />
            </div>
          )}
          <WorkPart
            imageId={data.image.id}
            save={() => saveAll(annotator)}
            openImage={openImage}
            onSubmittable={setSubmittable}
            onNext={setNextCase}
          />
          <ReadOnlyNote />
          <SaveState />
          <ImageComments />
          {/* Stays, so that nothing typed in it is lost. */}
          <div className={classes['about']} hidden={commenting.isOpen}>
            <section className={classes['part']} aria-label={t('annotations.pictures')}>
              <PatientDataButton image={data.image} look="quiet" />
              {status !== null && (
                <output className={classes['status']}>
                  <Text span c="dimmed" size="sm">
                    {t('annotations.status')}
                  </Text>{' '}
                  <Text span size="sm">
                    {told(status)}
                  </Text>
                </output>
              )}
              <Results opened={openedResult} onOpen={onOpenResult} />
            </section>
            <ImageFields />
          </div>
        </div>
        <div className={classes['column']} data-covered={commenting.isOpen || undefined}>
          <AnnotationList />
          <DiscPanel />
          <MeasurementList />
          <AnnotationDetails />
        </div>
      </div>
    </aside>
  )
})
