import { NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { chosenRoles, type UsableModel } from '#contract/models'

import { QueryFailed } from '../../ui/load-failed.tsx'
import { Section } from '../../ui/section.tsx'
import { datasetModels, usableModels, useChooseModels } from './api.ts'
import { wordsOf } from './model-words.ts'

interface ModelsSectionProps {
  datasetId: number
  mayChange: boolean
}

/** The networks that analyse a dataset's images, one for each task. */
export function ModelsSection({ datasetId, mayChange }: ModelsSectionProps) {
  const { t } = useTranslation()
  const models = useQuery(usableModels)
  const chosen = useQuery(datasetModels(datasetId))
  const isLoaded = models.data !== undefined && chosen.data !== undefined
  return (
    <Section title={t('analysis.models.title')}>
      <Stack gap="sm">
        <Text size="sm">{t('analysis.models.explanation')}</Text>
        <QueryFailed title={t('analysis.models.loadFailed')} query={models} />
        <QueryFailed title={t('analysis.models.loadFailed')} query={chosen} />
        {!isLoaded && models.error === null && chosen.error === null && <Skeleton height={180} />}
        {isLoaded &&
          chosenRoles.map((role) => (
            <RoleSelect
              key={role}
              datasetId={datasetId}
              role={role}
              chosen={chosen.data.models[role] ?? null}
              models={models.data}
              mayChange={mayChange}
            />
          ))}
      </Stack>
    </Section>
  )
}

interface RoleSelectProps extends ModelsSectionProps {
  role: (typeof chosenRoles)[number]
  chosen: string | null
  models: readonly UsableModel[]
}

function RoleSelect({ datasetId, role, chosen, models, mayChange }: RoleSelectProps) {
  const { t } = useTranslation()
  const choose = useChooseModels(datasetId)
  const own = models.filter((model) => model.role === role && !model.is_shipped)
  const shipped = models.find((model) => model.role === role && model.is_shipped)
  const used = models.find(({ id }) => id === chosen) ?? shipped
  const usual = t(role === 'risk' ? 'analysis.models.index' : 'analysis.models.shipped')
  const isGone = chosen !== null && !own.some(({ id }) => id === chosen)
  return (
    <NativeSelect
      label={t(`analysis.models.roles.${role}`)}
      description={used && wordsOf(used).intended_use}
      disabled={!mayChange || choose.isPending}
      value={chosen ?? ''}
      data={[
        { value: '', label: usual },
        ...own.map((model) => ({
          value: model.id,
          label: `${wordsOf(model).name} ${model.version}`,
        })),
        ...(isGone ? [{ value: chosen, label: chosen }] : []),
      ]}
      onChange={({ currentTarget: { value } }) =>
        choose.mutate({
          params: { id: datasetId },
          body: { models: { [role]: value === '' ? null : value } },
        })
      }
    />
  )
}
