import { Button, Menu } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { assistants, useFindLesions } from '../api.ts'
import { useBench } from '../bench.ts'

/** The networks that search a photograph for something to annotate; nothing where there are none. */
export function AssistantMenu() {
  const { t } = useTranslation()
  const { data } = useBench()
  const { data: models = [] } = useQuery(assistants)
  const find = useFindLesions(data.image.id)
  if (models.length === 0) return null
  const run = (model: string) =>
    find.mutate({ query: { original_id: data.image.id }, body: { model } })
  return (
    <Menu withinPortal>
      <Menu.Target>
        <Button
          size="xs"
          mt="xs"
          variant="default"
          fullWidth
          loading={find.isPending}
          leftSection={<IconSearch size={16} />}
        >
          {t('analysis.lesions.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {models.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => run(id)}>
            {t('analysis.lesions.run', { name })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
