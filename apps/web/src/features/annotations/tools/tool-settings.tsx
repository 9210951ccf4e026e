import { useTranslation } from 'react-i18next'

import { generalValues, withSettings } from '#annotation/preferences'
import type { Settings } from '#annotation/settings'
import { tools } from '#annotation/tools'
import { generalSettings } from '#annotation/view'

import { useEditorContext } from '../editor-context.ts'
import { useEditor, useEditorLater } from '../use-editor.ts'
import { SettingControls } from './setting-controls.tsx'
import classes from './tool-settings.module.css'

/** The general settings of tools that add an area. */
const { newAfterStroke, protectOthers } = generalSettings
const ofDrawing = { newAfterStroke, protectOthers }

/** The settings of the current tool, if it has any, beside the canvas. */
export function ToolSettings() {
  const { t } = useTranslation()
  const { editor } = useEditorContext().annotator
  const { settings, adds } = tools[useEditorLater(editor, (state) => state.tool.id)].about
  const preferences = useEditor(editor, (state) => state.preferences)
  const mode = useEditor(editor, (state) => state.mode)
  const own = inStrip(settings?.all ?? {})
  const addsArea = adds === 'area'
  if (mode !== 'label' && !addsArea && Object.keys(own).length === 0) return null
  return (
    <fieldset className={classes['strip']} aria-label={t('annotations.settings.name')}>
      {mode === 'label' && <span>{t('annotations.labelHint')}</span>}
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

function inStrip(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, setting]) => setting.inStrip))
}
