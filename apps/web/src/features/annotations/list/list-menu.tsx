import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import { generalSettings, type Preferences } from '#annotation/view'

import { useWords } from '../../../i18n/words.ts'
import {
  IconListDetails,
  IconEye,
  IconEyeOff,
  IconFocus2,
  IconFold,
  IconFoldDown,
} from '../../../ui/icons.ts'
import { useEditorContext } from '../editor-context.ts'
import { CommandItem } from '../commands/command-item.tsx'
import { useEditor } from '../use-editor.ts'

const size = 16
const { label, options } = generalSettings.colourBy

function isColourBy(text: string): text is Preferences['colourBy'] {
  return Object.hasOwn(options, text)
}

/** Settings of the list: its content and colours. */
export const ListMenu = memo(function ListMenu() {
  const { t } = useTranslation()
  const words = useWords()
  const { editor } = useEditorContext().annotator
  const preferences = useEditor(editor, (state) => state.preferences)
  const change = (chosen: string) => {
    if (isColourBy(chosen)) {
      editor.setView({ preferences: { ...preferences, colourBy: chosen } })
    }
  }
  return (
    <Menu>
      <Menu.Target>
        <Tooltip label={t('annotations.listMenu')}>
          <ActionIcon size={24} aria-label={t('annotations.listMenu')}>
            <IconListDetails size={size} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <CommandItem name="expandAll" icon={<IconFoldDown size={size} />} />
        <CommandItem name="collapseAll" icon={<IconFold size={size} />} />
        <Menu.Divider />
        <CommandItem name="showAll" icon={<IconEye size={size} />} />
        <CommandItem name="hideAll" icon={<IconEyeOff size={size} />} />
        <CommandItem name="showSelectedOnly" icon={<IconFocus2 size={size} />} />
        <Menu.Divider />
        <Menu.Label>{words(label)}</Menu.Label>
        <Menu.RadioGroup value={preferences.colourBy} onChange={change}>
          {Object.entries(options).map(([colourBy, name]) => (
            <Menu.RadioItem key={colourBy} value={colourBy}>
              {words(name)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
})
