import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { canShift } from '#annotation/editor-state'
import { generalValues, withSettings } from '#annotation/preferences'
import type { Settings } from '#annotation/settings'
import { tools } from '#annotation/tools'
import { generalSettings } from '#annotation/view'

import { useWords } from '../../../i18n/words.ts'
import { useEditorContext } from '../editor-context.ts'
import { useEditor, useEditorLater } from '../use-editor.ts'
import { SettingControls } from './setting-controls.tsx'
import classes from './tool-settings.module.css'

/** The general settings of tools that add an area. */
const { newAfterStroke, protectOthers } = generalSettings
const ofDrawing = { newAfterStroke, protectOthers }

/** The settings of the current tool, if it has any. */
export function ToolSettings() {
  const { t } = useTranslation()
  const { editor } = useEditorContext().annotator
  const { settings, adds } = tools[useEditorLater(editor, (state) => state.tool.id)].about
  const preferences = useEditor(editor, (state) => state.preferences)
  const mode = useEditor(editor, (state) => state.mode)
  const isDrawing = useEditor(editor, (state) => state.tool.inHand !== null)
  const own = inStrip(settings?.all ?? {})
  const addsArea = adds === 'area'
  if (mode !== 'label' && !addsArea && Object.keys(own).length === 0) return null
  return (
    <fieldset
      className={classes['strip']}
      aria-label={t('annotations.settings.name')}
      data-drawing={isDrawing || undefined}
    >
      {mode === 'label' && <span>{t('annotations.labelHint')}</span>}
      <ShiftChoice />
      {settings !== null && (
        <SettingControls
          look="strip"
          settings={own}
          values={settings.valuesIn(preferences)}
          onChange={(change) =>
            editor.setView({ preferences: withSettings(preferences, settings.tool, change) })
          }
        />
      )}
      {addsArea && (
        <SettingControls
          look="strip"
          settings={ofDrawing}
          values={generalValues(preferences)}
          onChange={(change) =>
            editor.setView({ preferences: withSettings(preferences, null, change) })
          }
        />
      )}
    </fieldset>
  )
}

/** The choice that Shift inverts, for fingers and pens. */
function ShiftChoice() {
  const words = useWords()
  const { editor } = useEditorContext().annotator
  const withShift = useEditor(editor, ({ tool }) => tool.about.withShift)
  const shifted = useEditor(editor, (state) => state.shifted)
  const canChoose = useEditor(editor, canShift)
  if (withShift === null) return null
  const { choice, ...options } = words(withShift.words)
  return (
    <SegmentedControl
      size="xs"
      classNames={{ root: classes['choice'] ?? '', label: classes['option'] ?? '' }}
      aria-label={choice}
      data={[
        { value: 'usual', label: options.usual },
        { value: 'withShift', label: options.withShift },
      ]}
      value={shifted ? 'withShift' : 'usual'}
      disabled={!canChoose}
      onChange={(chosen) => editor.setView({ shifted: chosen === 'withShift' })}
    />
  )
}

function inStrip(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, setting]) => setting.inStrip))
}
