import { Divider } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import type { ToolGroup } from '#annotation/tool-about'
import { toolList } from '#annotation/tools'

import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCloudSearch,
  IconColumns,
  IconCopyPlus,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconFocusCentered,
  IconSettings,
  IconSparkles,
  IconTags,
  IconTarget,
  IconTrash,
} from '../../../ui/icons.ts'
import classes from '../annotate-page.module.css'
import { useEditorContext } from '../editor-context.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { ImageSettingsButton } from '../photograph/image-settings-panel.tsx'
import { ToolIcon } from './tool-icon.tsx'

const size = 20

/** The panel of buttons with all actions on the image. */
export const ToolPanel = memo(function ToolPanel() {
  const { t } = useTranslation()
  const { may } = useEditorContext()
  return (
    <div role="toolbar" aria-label={t('annotations.tools')} className={classes['tools']}>
      <CommandButton name="analyse" icon={<IconSparkles size={size} />} />
      <ToolButtons group="selecting" />
      <CommandButton name="centre" icon={<IconFocusCentered size={size} />} />
      <CommandButton name="beside" icon={<IconColumns size={size} />} />
      <CommandButton name="download" icon={<IconDownload size={size} />} />
      <CommandButton name="deleteImage" icon={<IconTrash size={size} />} />
      {may('annotate') && <Divider className={classes['parting'] ?? ''} />}
      <ToolButtons group="drawing" />
      <ToolButtons group="measuring" />
      <CommandButton name="etdrsGrid" icon={<IconTarget size={size} />} />
      <CommandButton name="labelMode" icon={<IconTags size={size} />} />
      <ServiceButton />
      <Divider className={classes['parting'] ?? ''} />
      <CommandButton name="showAll" icon={<IconEye size={size} />} />
      <CommandButton name="hideAll" icon={<IconEyeOff size={size} />} />
      <CommandButton name="undo" icon={<IconArrowBackUp size={size} />} />
      <CommandButton name="redo" icon={<IconArrowForwardUp size={size} />} />
      <CommandButton name="copyAnnotations" icon={<IconCopyPlus size={size} />} />
      <ImageSettingsButton />
      <Divider className={classes['parting'] ?? ''} />
      <CommandButton name="settings" icon={<IconSettings size={size} />} />
    </div>
  )
})

function ToolButtons({ group }: { group: ToolGroup }) {
  return toolList
    .filter(({ about }) => about.group === group)
    .map(({ about: { id, icon } }) => (
      <CommandButton key={id} name={id} icon={<ToolIcon path={icon} />} />
    ))
}

function ServiceButton() {
  const { t } = useTranslation()
  const { isAnnotating } = useEditorContext()
  return (
    <CommandButton
      name="annotateByService"
      icon={<IconCloudSearch size={size} />}
      disabledLabel={t(isAnnotating ? 'annotations.service.busy' : 'annotations.service.invalid')}
    />
  )
}
