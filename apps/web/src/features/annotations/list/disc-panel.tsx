import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { AnnotationDocument } from '#annotation/document'
import { lengthText, scaleOf, unitsOf } from '#annotation/scale'
import { structuresIn } from '#annotation/structures'
import { type DrawnDisc, measureDrawnDisc } from '#retina/shapes/drawn-disc'

import { useEditorContext } from '../editor-context.ts'
import { useEditor, useEditorLater } from '../use-editor.ts'
import classes from './annotation-details.module.css'

const sides = { R: 'right', L: 'left' } as const

/** Cup-to-disc ratios and rim widths, as soon as a disc and a cup in it are annotated. */
export function DiscPanel() {
  const { annotator, data } = useEditorContext()
  const document = useEditorLater(annotator.editor, (state) => state.document)
  const { laterality } = data.image
  const isKnown = laterality === 'R' || laterality === 'L'
  const drawn = measureDrawnDisc({
    ...structuresIn(document),
    laterality: isKnown ? sides[laterality] : null,
  })
  return drawn === null ? null : <Measures drawn={drawn} document={document} />
}

interface MeasuresProps {
  drawn: DrawnDisc
  document: AnnotationDocument
}

const Measures = memo(function Measures({ drawn: { ratios, rimPx }, document }: MeasuresProps) {
  const { t } = useTranslation()
  const { editor } = useEditorContext().annotator
  const preferred = useEditor(editor, ({ preferences }) => preferences.unit)
  const scale = scaleOf(document)
  const unit = unitsOf(scale).includes(preferred) ? preferred : 'px'
  return (
    <section className={classes['part']} aria-label={t('annotations.disc.title')}>
      <header className={classes['head']}>
        <h2 title={t('annotations.disc.hint')}>{t('annotations.disc.title')}</h2>
      </header>
      <dl className={classes['measures']}>
        <Row name={t('annotations.disc.vertical')} value={ratios.vertical.toFixed(2)} />
        <Row name={t('annotations.disc.area')} value={ratios.area.toFixed(2)} />
        <Row
          name={t('annotations.disc.rim')}
          value={
            <span className={classes['quarters']}>
              {rimPx.map(([quadrant, width]) => (
                <span key={quadrant}>
                  <abbr title={t(`annotations.disc.quadrants.${quadrant}`)}>
                    {t(`annotations.disc.letters.${quadrant}`)}
                  </abbr>{' '}
                  {lengthText(width, unit, scale)}
                </span>
              ))}
            </span>
          }
        />
      </dl>
    </section>
  )
})

function Row({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
