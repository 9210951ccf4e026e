import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { canFlipVessels } from '#annotation/vessel-kind'

import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowsDiff,
  IconArrowsSplit2,
  IconArrowUp,
  IconCircleFilled,
  IconDots,
  IconLayersUnion,
  IconPolygon,
  IconRipple,
} from '../../../ui/icons.ts'
import { CommandItem } from '../commands/command-item.tsx'
import { useEditorContext } from '../editor-context.ts'
import { useEditor } from '../use-editor.ts'

const size = 16

/** Vessels have a command of their own. */
function VesselItem() {
  const { editor } = useEditorContext().annotator
  const isAny = useEditor(editor, ({ document, selected }) => canFlipVessels(document, selected))
  return isAny ? <CommandItem name="flipVessel" icon={<IconArrowsDiff size={size} />} /> : null
}

/** Commands that change the selected annotations as a whole. */
export const ShapeMenu = memo(function ShapeMenu() {
  const { t } = useTranslation()
  const { may } = useEditorContext()
  const [isOpen, setOpen] = useState(false)
  if (!may('annotate')) return null
  const label = t('annotations.shapeMenu')
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Tooltip label={label} disabled={isOpen}>
          <ActionIcon size={24} aria-label={label}>
            <IconDots size={size} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <CommandItem name="merge" icon={<IconLayersUnion size={size} />} />
        <CommandItem name="separate" icon={<IconArrowsSplit2 size={size} />} />
        <Menu.Divider />
        <CommandItem name="smooth" icon={<IconRipple size={size} />} />
        <CommandItem name="simplify" icon={<IconPolygon size={size} />} />
        <CommandItem name="fillHoles" icon={<IconCircleFilled size={size} />} />
        <VesselItem />
        <Menu.Divider />
        <CommandItem name="toFront" icon={<IconArrowBarToUp size={size} />} />
        <CommandItem name="forward" icon={<IconArrowUp size={size} />} />
        <CommandItem name="backward" icon={<IconArrowDown size={size} />} />
        <CommandItem name="toBack" icon={<IconArrowBarToDown size={size} />} />
      </Menu.Dropdown>
    </Menu>
  )
})
