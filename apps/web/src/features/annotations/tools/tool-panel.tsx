import { Divider } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconAugmentedReality,
  IconBrush,
  IconCloudSearch,
  IconCopyPlus,
  IconDownload,
  IconEraser,
  IconEye,
  IconEyeOff,
  IconFocusCentered,
  IconKeyboard,
  IconPointer,
  IconPolygon,
  IconSettings,
  IconSparkles,
  IconRuler2,
  IconSquare,
  IconTags,
  IconTopologyStar3,
  IconTrash,
  IconWand,
} from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import classes from '../annotate-page.module.css'
import { useBench } from '../bench.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { ImageSettingsButton } from '../photograph/image-settings-panel.tsx'

const size = 20

/** Everything that can be done with the image, from a panel of buttons. */
export const ToolPanel = memo(function ToolPanel() {
  const { t } = useTranslation()
  return (
    <div role="toolbar" aria-label={t('annotations.tools')} className={classes['tools']}>
      <CommandButton name="analyse" icon={<IconSparkles size={size} />} />
      <CommandButton name="select" icon={<IconPointer size={size} />} />
      <CommandButton name="centre" icon={<IconFocusCentered size={size} />} />
      <CommandButton name="download" icon={<IconDownload size={size} />} />
      <CommandButton name="deleteImage" icon={<IconTrash size={size} />} />
      <Divider className={classes['parting'] ?? ''} />
      <CommandButton name="box" icon={<IconSquare size={size} />} />
      <CommandButton name="polygon" icon={<IconPolygon size={size} />} />
      <CommandButton name="magicWand" icon={<IconWand size={size} />} />
      <CommandButton name="brush" icon={<IconBrush size={size} />} />
      <CommandButton name="eraser" icon={<IconEraser size={size} />} />
      <CommandButton name="keypoints" icon={<IconTopologyStar3 size={size} />} />
      <CommandButton name="prediction" icon={<IconAugmentedReality size={size} />} />
      <CommandButton name="measure" icon={<IconRuler2 size={size} />} />
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
      <CommandButton name="help" icon={<IconKeyboard size={size} />} />
    </div>
  )
})

function ServiceButton() {
  const { t } = useTranslation()
  const { isAnnotating } = useBench()
  return (
    <CommandButton
      name="annotateByService"
      icon={<IconCloudSearch size={size} />}
      disabledLabel={t(isAnnotating ? 'annotations.service.busy' : 'annotations.service.invalid')}
    />
  )
}
