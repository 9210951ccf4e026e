import type { Endpoint } from '#contract/endpoint'
import { startExport } from '#contract/exports'
import { uploadImage } from '#contract/images'
import { importCoco } from '#contract/imports'

import type { help } from '../../i18n/en/help.ts'

/** A page, by the topic of its help, whose title is its name. */
interface Page {
  readonly topic: keyof typeof help.topics
  readonly address: string
  /** Whom it is shown to; absent: everybody. */
  readonly for?: 'admins' | 'installation'
}

export const pages: readonly Page[] = [
  { topic: 'datasets', address: '/' },
  { topic: 'categories', address: '/categories' },
  { topic: 'undo', address: '/undo' },
  { topic: 'work', address: '/work' },
  { topic: 'tasks', address: '/tasks' },
  { topic: 'profile', address: '/user' },
  { topic: 'users', address: '/admin/panel', for: 'admins' },
  { topic: 'sites', address: '/admin/sites', for: 'installation' },
  { topic: 'audit', address: '/admin/audit', for: 'admins' },
  { topic: 'models', address: '/admin/models', for: 'admins' },
  { topic: 'references', address: '/admin/references', for: 'admins' },
  { topic: 'patients', address: '/admin/patients', for: 'admins' },
  { topic: 'receiver', address: '/admin/dicom', for: 'admins' },
  { topic: 'outbox', address: '/admin/outbox', for: 'admins' },
  { topic: 'system', address: '/admin/system', for: 'installation' },
  { topic: 'about', address: '/about' },
]

/** A command; its address opens a dialog. */
interface Command {
  /** Of its name in `search.commandNames`. */
  readonly key: 'createDataset' | 'exampleClinic' | 'createAccount' | 'addStation'
  readonly address: string
  readonly for?: 'admins'
}

export const commands: readonly Command[] = [
  { key: 'createDataset', address: '/?open=create' },
  { key: 'exampleClinic', address: '/?open=example' },
  { key: 'createAccount', address: '/admin/panel?open=account', for: 'admins' },
  { key: 'addStation', address: '/admin/dicom?open=station', for: 'admins' },
]

/** A command on the dataset of the screen; its dialog opens on the dataset's page. */
interface DatasetCommand {
  /** Of its name in `search.commandNames`; also the name of its dialog. */
  readonly key: 'upload' | 'import' | 'export'
  readonly call: Pick<Endpoint, 'access'>
}

export const datasetCommands: readonly DatasetCommand[] = [
  { key: 'upload', call: uploadImage },
  { key: 'import', call: importCoco },
  { key: 'export', call: startExport },
]
