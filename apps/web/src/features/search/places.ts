import type { help } from '../../i18n/en/help.ts'

/** A page, by the topic of its help, whose title is its name. */
interface Page {
  readonly topic: keyof typeof help.topics
  readonly address: string
  readonly forAdmins?: true
}

export const pages: readonly Page[] = [
  { topic: 'datasets', address: '/' },
  { topic: 'categories', address: '/categories' },
  { topic: 'undo', address: '/undo' },
  { topic: 'tasks', address: '/tasks' },
  { topic: 'profile', address: '/user' },
  { topic: 'users', address: '/admin/panel', forAdmins: true },
  { topic: 'audit', address: '/admin/audit', forAdmins: true },
  { topic: 'models', address: '/admin/models', forAdmins: true },
  { topic: 'references', address: '/admin/references', forAdmins: true },
  { topic: 'receiver', address: '/admin/dicom', forAdmins: true },
  { topic: 'outbox', address: '/admin/outbox', forAdmins: true },
  { topic: 'system', address: '/admin/system', forAdmins: true },
  { topic: 'about', address: '/about' },
]

/** A command; its address opens a dialog. */
interface Command {
  /** Of its name in `search.commandNames`. */
  readonly key: 'createDataset' | 'exampleClinic' | 'createAccount' | 'addStation'
  readonly address: string
  readonly forAdmins?: true
}

export const commands: readonly Command[] = [
  { key: 'createDataset', address: '/?open=create' },
  { key: 'exampleClinic', address: '/?open=example' },
  { key: 'createAccount', address: '/admin/panel?open=account', forAdmins: true },
  { key: 'addStation', address: '/admin/dicom?open=station', forAdmins: true },
]
