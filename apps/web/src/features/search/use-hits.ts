import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { isInstallationAdmin } from '#contract/account'
import type { Found } from '#contract/search'

import { useCurrentDataset } from '../../api/current-dataset.ts'
import { useMay } from '../../api/rights.ts'
import { useViewer } from '../../api/viewer.ts'
import type { Hit } from '../../ui/search-list.tsx'
import { found } from './api.ts'
import { commands, datasetCommands, pages } from './places.ts'

interface HitGroup {
  readonly key: 'datasets' | 'patients' | 'commands' | 'pages'
  readonly hits: readonly Hit[]
}

/**
 * The pages and commands whose names contain the text and, once typing has settled on it, the datasets and
 * patients that the server finds. The value of a hit is its address.
 */
export function useHits(text: string, settled: string) {
  const { t } = useTranslation()
  const viewer = useViewer()
  const dataset = useCurrentDataset()
  const may = useMay()
  const query = useQuery(found(settled))
  const data = text === settled ? query.data : undefined
  const isFor = ({ for: whom }: { for?: 'admins' | 'installation' }) => {
    if (whom === undefined) return true
    return viewer !== null && (whom === 'admins' ? viewer.is_admin : isInstallationAdmin(viewer))
  }
  const matches = ({ label }: Hit) => label.toLowerCase().includes(text.toLowerCase())
  const named = {
    ofDataset: datasetCommands
      .filter(({ call }) => dataset !== null && may(call))
      .map(({ key }) => ({
        value: `/dataset/${dataset?.id}?open=${key}`,
        label: t(`search.commandNames.${key}`, { name: dataset?.name }),
      })),
    commands: commands
      .filter(isFor)
      .map(({ key, address }) => ({ value: address, label: t(`search.commandNames.${key}`) })),
    pages: pages
      .filter(isFor)
      .map(({ topic, address }) => ({ value: address, label: t(`help.topics.${topic}.title`) })),
  }
  const groups: readonly HitGroup[] = [
    { key: 'datasets', hits: data?.datasets.map(datasetHit) ?? [] },
    {
      key: 'patients',
      hits:
        data?.patients.map((patient) => ({
          ...patientHit(patient),
          detail: `${patient.dataset.name}, ${t('search.images', { count: patient.images })}`,
        })) ?? [],
    },
    { key: 'commands', hits: [...named.ofDataset, ...named.commands].filter(matches) },
    { key: 'pages', hits: named.pages.filter(matches) },
  ]
  const isSearching = text !== settled || query.isFetching
  return { groups: groups.filter(({ hits }) => hits.length > 0), query, isSearching }
}

function datasetHit({ id, name }: Found['datasets'][number]): Hit {
  return { value: `/tabulardataset/${id}`, label: name }
}

/** The table of the patient's dataset, filtered by the ID, else by the name. */
function patientHit(patient: Found['patients'][number]): Hit {
  const { patient_id: id, patient_name: name, dataset } = patient
  const [filter, wanted] =
    id === '' ? ['patientName__icontains', name] : ['patientID__icontains', id]
  const value = `/tabulardataset/${dataset.id}?${new URLSearchParams({ [filter]: wanted })}`
  return { value, label: [name, id].filter((part) => part !== '').join(' · ') }
}
