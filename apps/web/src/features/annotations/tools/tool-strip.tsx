import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { aboutSearch } from '#annotation/tools'

import { useWords } from '../../../i18n/words.ts'
import { IconArrowBackUp, IconCheck, IconTrash } from '../../../ui/icons.ts'
import { useEditorContext } from '../editor-context.ts'
import { useEditor } from '../use-editor.ts'
import { ToolSettings } from './tool-settings.tsx'
import classes from './tool-strip.module.css'

const size = 18

/** The settings of the tool, below its findings and the buttons for the drawing in hand. */
export function ToolStrip() {
  return (
    <div className={classes['place']}>
      <LimitOfSearch />
      <DrawingInHand />
      <ToolSettings />
    </div>
  )
}

/** Says how the last search stayed within its limit. */
function LimitOfSearch() {
  const words = useWords()
  const { editor } = useEditorContext().annotator
  const text = useEditor(editor, ({ limited, document }) => {
    if (limited === null) return ''
    const { search, limit } = limited
    const said = aboutSearch(search).limitWords?.(search, limit, document.image)
    return said === undefined ? '' : words(said)
  })
  return <output className={classes['limit']}>{text}</output>
}

/** Completes a drawing that grows point by point, or takes back its points, without a keyboard. */
function DrawingInHand() {
  const { t } = useTranslation()
  const { editor } = useEditorContext().annotator
  const isAny = useEditor(editor, ({ tool }) => tool.inHand !== null)
  const isComplete = useEditor(editor, ({ tool }) => tool.inHand?.isComplete ?? null)
  useRaisedNotices(isAny)
  if (!isAny) return null
  return (
    <fieldset className={classes['drawing']} aria-label={t('annotations.inHand.name')}>
      {isComplete !== null && (
        <Button
          className={classes['button'] ?? ''}
          size="compact-sm"
          leftSection={<IconCheck size={size} />}
          disabled={!isComplete}
          onClick={() => editor.completeDrawing()}
        >
          {t('annotations.inHand.finish')}
        </Button>
      )}
      <Tooltip label={t('annotations.inHand.undo')}>
        <ActionIcon
          className={classes['button'] ?? ''}
          variant="default"
          aria-label={t('annotations.inHand.undo')}
          onClick={() => editor.undo()}
        >
          <IconArrowBackUp size={size} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('annotations.inHand.discard')}>
        <ActionIcon
          className={classes['button'] ?? ''}
          variant="default"
          aria-label={t('annotations.inHand.discard')}
          onClick={() => editor.cancel()}
        >
          <IconTrash size={size} />
        </ActionIcon>
      </Tooltip>
    </fieldset>
  )
}

/** Notices appear above the buttons. */
function useRaisedNotices(isRaised: boolean): void {
  useEffect(() => {
    const { classList } = document.documentElement
    classList.toggle(classes['raised'] ?? '', isRaised)
    return () => classList.remove(classes['raised'] ?? '')
  }, [isRaised])
}
