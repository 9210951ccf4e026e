import {
  ActionIcon,
  Button,
  ColorInput,
  Fieldset,
  MultiSelect,
  Text,
  TextInput,
} from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { freeColours } from '#contract/category-colours'

import { IconPlus, IconX } from '../../ui/icons.ts'
import classes from './keypoint-editor.module.css'
import {
  connect,
  type Keypoint,
  type KeypointProblem,
  problemsOf,
  withNewKeypoint,
  withoutKeypoint,
} from './keypoints.ts'

interface KeypointEditorProps {
  keypoints: readonly Keypoint[]
  onChange: (keypoints: Keypoint[]) => void
}

export function KeypointEditor({ keypoints, onChange }: KeypointEditorProps) {
  const { t } = useTranslation()
  const problems = problemsOf(keypoints)
  return (
    <Fieldset legend={t('categories.keypoints')}>
      {keypoints.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('categories.noKeypoints')}
        </Text>
      ) : (
        <div className={classes['row']} aria-hidden>
          <Text size="sm" fw={500}>
            {t('categories.label')}
          </Text>
          <Text size="sm" fw={500}>
            {t('categories.color')}
          </Text>
          <Text size="sm" fw={500}>
            {t('categories.connectsTo')}
          </Text>
        </div>
      )}
      {keypoints.map((keypoint, index) => (
        <KeypointRow
          key={keypoint.id}
          number={index + 1}
          keypoint={keypoint}
          keypoints={keypoints}
          problem={problems.get(keypoint.id)}
          onChange={onChange}
        />
      ))}
      <Button
        mt="xs"
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange(withNewKeypoint(keypoints))}
      >
        {t('categories.addKeypoint')}
      </Button>
    </Fieldset>
  )
}

interface KeypointRowProps extends KeypointEditorProps {
  number: number
  keypoint: Keypoint
  problem: KeypointProblem | undefined
}

function KeypointRow({ number, keypoint, keypoints, problem, onChange }: KeypointRowProps) {
  const { t } = useTranslation()
  const { id } = keypoint
  const change = (part: Partial<Keypoint>) =>
    onChange(keypoints.map((other) => (other.id === id ? { ...other, ...part } : other)))
  // A connected keypoint stays in the list while its label is empty during editing.
  const others = keypoints.flatMap((other, index) =>
    other.id !== id && (other.label.trim() !== '' || keypoint.connected.has(other.id))
      ? [
          {
            value: String(other.id),
            label: other.label || t('categories.keypointNumber', { number: index + 1 }),
          },
        ]
      : [],
  )
  const message = problem && {
    duplicate: t('categories.duplicateLabel'),
    required: t('categories.labelRequired'),
  }
  return (
    <div className={classes['row']}>
      <TextInput
        aria-label={t('categories.labelOf', { number })}
        placeholder={t('categories.label')}
        maxLength={100}
        value={keypoint.label}
        error={problem !== undefined && message?.[problem]}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      <ColorInput
        aria-label={t('categories.colorOf', { number })}
        value={keypoint.color}
        withEyeDropper={false}
        swatches={[...freeColours]}
        onChange={(color) => change({ color })}
      />
      <MultiSelect
        aria-label={t('categories.connectionsOf', { number })}
        placeholder={keypoint.connected.size === 0 ? t('categories.connectsTo') : ''}
        data={others}
        value={[...keypoint.connected].map(String)}
        onChange={(ids) => onChange(connect(keypoints, id, new Set(ids.map(Number))))}
      />
      <ActionIcon
        size="input-sm"
        aria-label={t('categories.removeOf', { number })}
        onClick={() => onChange(withoutKeypoint(keypoints, id))}
      >
        <IconX size={16} />
      </ActionIcon>
    </div>
  )
}
