import { ActionIcon, Alert, Button } from '@mantine/core'
import { memo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

import { Loading } from '../../ui/loading.tsx'
import { AnnotationCanvas } from '../../canvas/annotation-canvas.tsx'
import { useTold } from '../../i18n/told.ts'
import { IconMinus, IconPlus } from '../../ui/icons.ts'
import classes from './annotate-page.module.css'
import type { AnnotatorParts } from './annotator-parts.ts'
import { ImagePins } from './comments/image-pins.tsx'
import { useEditorContext } from './editor-context.ts'
import { runCommand } from './commands/commands.ts'
import { DeletionBanner } from './live/deletion-banner.tsx'
import { Minimap } from './minimap.tsx'
import { HoverText } from './photograph/hover-text.ts'
import { ViewSign } from './photograph/image-settings-panel.tsx'
import { PresenceBanner } from './live/presence-banner.tsx'
import { LargeAreaNotice } from './tools/large-area-notice.tsx'
import { SearchUnderWay } from './tools/search-under-way.tsx'
import { ToolStrip } from './tools/tool-strip.tsx'
import type { Presence } from './live/use-live-image.ts'
import type { PhotographState } from './photograph/use-photograph.ts'
import type { Deletion } from './live/use-deletion.ts'
import { markWhilePressed } from './use-surface.ts'

interface CanvasAreaProps extends Pick<AnnotatorParts, 'Flags'> {
  photograph: PhotographState
  presence: Presence
  deletion: Deletion | null
}

/** The image with its name, size and zoom, and the other users who have it open. */
export const CanvasArea = memo(function CanvasArea({
  photograph,
  presence,
  deletion,
  Flags,
}: CanvasAreaProps) {
  const { t } = useTranslation()
  const { annotator, data } = useEditorContext()
  const { file_name: name, width, height, undecodable_told: undecodable } = data.image
  const { told } = useTold()
  return (
    <section ref={markWhilePressed} className={classes['canvas']} aria-label={name}>
      <AnnotationCanvas stage={annotator.stage} label={t('annotations.canvas', { name })} />
      <HoverText />
      <ImagePins />
      <span className={classes['fileName']}>{name}</span>
      <span className={classes['size']}>{t('annotations.size', { width, height })}</span>
      <div className={classes['flags']}>
        <Flags image={data.image} />
      </div>
      <ViewSign />
      <PresenceBanner presence={presence} />
      {deletion !== null && <DeletionBanner deletion={deletion} />}
      {photograph.state === 'loading' && (
        <Loading className={classes['loader'] ?? ''} label={t('annotations.loading')} />
      )}
      {photograph.state === 'failed' && undecodable !== null && (
        <Alert className={classes['loader'] ?? ''} title={t('annotations.loadFailed')}>
          <p className={classes['plain']}>{told(undecodable)}</p>
        </Alert>
      )}
      {photograph.state === 'failed' && undecodable === null && (
        <Alert color="red" className={classes['loader'] ?? ''} title={t('annotations.loadFailed')}>
          <p className={classes['plain']}>{t('annotations.pictureFailed')}</p>
          <Button size="xs" variant="default" onClick={photograph.retry}>
            {t('common.retry')}
          </Button>
        </Alert>
      )}
      {photograph.state === 'incomplete' && (
        <output className={classes['incomplete']}>{t('annotations.pictureIncomplete')}</output>
      )}
      <ToolStrip />
      <LargeAreaNotice />
      <SearchUnderWay />
      <Minimap />
      <ZoomControl />
    </section>
  )
})

function ZoomControl() {
  const { t } = useTranslation()
  const context = useEditorContext()
  const { stage } = context.annotator
  const zoom = useSyncExternalStore(stage.subscribe, () => stage.viewport.zoom)
  const percent = zoom < 0.1 ? (100 * zoom).toFixed(1) : Math.round(100 * zoom)
  return (
    <div className={classes['zoom']}>
      <ActionIcon
        size={24}
        aria-label={t('annotations.commands.zoomOut')}
        onClick={() => runCommand('zoomOut', context)}
      >
        <IconMinus size={16} />
      </ActionIcon>
      <button
        type="button"
        className={classes['percent']}
        aria-label={`${t('annotations.zoom', { percent })}. ${t('annotations.commands.centre')}`}
        onClick={() => runCommand('centre', context)}
      >
        {percent}%
      </button>
      <ActionIcon
        size={24}
        aria-label={t('annotations.commands.zoomIn')}
        onClick={() => runCommand('zoomIn', context)}
      >
        <IconPlus size={16} />
      </ActionIcon>
    </div>
  )
}
