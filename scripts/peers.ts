import { canInstall, install, isInstalled } from './debian.ts'

const PACKAGES = ['dcmtk', 'dicom3tools', 'libgdcm-tools', 'orthanc', 'python3-pydicom']

/** Installs the DICOM peers of the tests where that is possible; elsewhere those tests are skipped. */
export function installPeers(): void {
  const missing = PACKAGES.filter((name) => !isInstalled(name))
  if (missing.length === 0 || !canInstall()) return
  console.log(`\nInstalling ${missing.join(' and ')} for the tests …`)
  if (!install(missing)) console.log('That failed: the tests with DICOM peers are skipped.')
}
