import type { PacsChange, PacsSettings } from '#contract/pacs'

import type { Secrets } from '../../platform/secrets.ts'
import { pacsSettingsOf, type DatasetRow } from '../datasets/queries.ts'
import { purposeOf, sealedPasswordOf } from '../datasets/sealed-passwords.ts'

interface WithPassword {
  readonly settings: PacsSettings
  /** Root URL of its DICOMweb service; empty: none. */
  readonly password: string
}

interface SecretDeps {
  readonly secrets: Secrets
}

/** The dataset's archive as set, with its password. */
export function webSettingsOf({ secrets }: SecretDeps, dataset: DatasetRow): WithPassword {
  const sealed = sealedPasswordOf(dataset, 'PACS')
  const password =
    sealed === undefined ? undefined : secrets.open(sealed, purposeOf(dataset, 'PACS'))
  return { settings: pacsSettingsOf(dataset), password: password ?? '' }
}

/** Applies changed settings: the password is kept if neither host nor user changes. */
export function changedWebSettings(
  deps: SecretDeps,
  dataset: DatasetRow,
  { WEBPASSWORD: given, ...settings }: PacsChange,
): WithPassword {
  if (given !== undefined) return { settings, password: given }
  const { settings: before, password } = webSettingsOf(deps, dataset)
  const isSame =
    hostOf(before.DICOMWEB) === hostOf(settings.DICOMWEB) && before.WEBUSER === settings.WEBUSER
  return { settings, password: isSame ? password : '' }
}

/** Including port and encryption: another port is another service. */
function hostOf(root: string): string {
  return root === '' ? '' : new URL(root).origin
}
