import { Button, Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { useBench } from '../bench.ts'
import classes from './prediction-under-way.module.css'
import { useEditor } from '../use-editor.ts'

/** Says that an area is being predicted, and gives it up. */
export function PredictionUnderWay() {
  const { t } = useTranslation()
  const { editor } = useBench().annotator
  const awaited = useEditor(editor, ({ pending }) =>
    pending.find(({ drawing }) => drawing.kind === 'extremes'),
  )
  return (
    <div className={classes['place']}>
      <output>{awaited !== undefined && t('annotations.prediction.waiting')}</output>
      {awaited !== undefined && (
        <>
          <Loader size="xs" aria-hidden />
          <Button size="compact-xs" variant="default" onClick={() => editor.bail(awaited.mark)}>
            {t('annotations.prediction.cancel')}
          </Button>
        </>
      )}
    </div>
  )
}
