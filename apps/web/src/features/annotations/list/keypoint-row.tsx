import { ActionIcon, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { removeKeypoint, toggleKeypoint } from '#annotation/keypoints'

import { IconCircle, IconCircleDashed, IconCircleFilled, IconX } from '../../../ui/icons.ts'
import classes from './annotation-list.module.css'
import { useEditorContext } from '../editor-context.ts'
import type { RowOf } from './list-rows.ts'
import { useEditor } from '../use-editor.ts'

const size = 14
const looks = {
  0: { name: 'notPlaced', icon: <IconCircleDashed size={size} aria-hidden /> },
  1: { name: 'hidden', icon: <IconCircle size={size} aria-hidden /> },
  2: { name: 'visible', icon: <IconCircleFilled size={size} aria-hidden /> },
} as const

/** A keypoint of the selected annotation. Clicking it makes it the next to place or delete. */
export function KeypointRow({ row }: { row: RowOf<'keypoint'> }) {
  const { t } = useTranslation()
  const { annotator, may } = useEditorContext()
  const { editor } = annotator
  const { annotation, label, place, visibility } = row
  const current = useEditor(editor, (state) => state.currentKeypoint === place)
  const { name, icon } = looks[visibility]
  const look = t(`annotations.keypoint.${name}`)
  const toggle = t('annotations.keypoint.toggle', { label })
  return (
    <div className={classes['keypoint']} data-selected={current || undefined}>
      <button
        type="button"
        className={classes['name']}
        aria-pressed={current}
        title={label}
        onClick={() => editor.setView({ currentKeypoint: current ? -1 : place })}
      >
        {icon}
        <span className={classes['text']}>{label}</span>
        <span className={classes['notes']}>{look}</span>
      </button>
      {visibility !== 0 && may('annotate') && (
        <>
          <Tooltip label={toggle}>
            <ActionIcon
              size={24}
              aria-label={toggle}
              onClick={() => editor.change('keypoint', toggleKeypoint(annotation.id, place))}
            >
              {looks[visibility === 2 ? 1 : 2].icon}
            </ActionIcon>
          </Tooltip>
          <ActionIcon
            size={24}
            aria-label={t('annotations.deleteOf', { name: label })}
            onClick={() => editor.change('delete keypoint', removeKeypoint(annotation.id, place))}
          >
            <IconX size={size} />
          </ActionIcon>
        </>
      )}
    </div>
  )
}
