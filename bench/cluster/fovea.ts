import { mkdir } from 'node:fs/promises'
import path from 'node:path'

import { freePort } from '../../apps/server/src/platform/free-port.ts'
import { programEnvironment } from '../../apps/server/src/testing/program-environment.ts'
import { isOk, programOf, type Part, type Site } from './part.ts'

/** A process of Fovea. */
export interface FoveaProcess extends Part {
  /** Where it serves people or stations; 0: nowhere. */
  readonly port: number
}

type Role = 'web' | 'worker' | 'dicom'

/** The variable that names the port of a role. */
const portVariable = { web: 'PORT', dicom: 'DICOM_PORT', worker: undefined } as const

/**
 * A process on a data folder of its own, as on a machine of its own.
 * @param settings those that are the same for all processes, and its own
 */
export async function foveaProcess(
  site: Site,
  name: string,
  { role, ...settings }: { readonly role: Role } & Readonly<Record<string, string>>,
): Promise<FoveaProcess> {
  const metricsPort = await freePort()
  const folder = path.join(site.folder, name)
  await mkdir(folder, { recursive: true })
  const variable = portVariable[role]
  const port = variable === undefined ? 0 : await freePort()
  const part = programOf(site, {
    name,
    command: [process.execPath, path.resolve('apps/server/src/main.ts')],
    env: {
      ...programEnvironment,
      DICOM_PORT: '11112',
      ...settings,
      ROLE: role,
      DATA_DIR: folder,
      METRICS_PORT: String(metricsPort),
      ...(variable !== undefined && { [variable]: String(port) }),
    },
    answers: () => isOk(`http://127.0.0.1:${metricsPort}/api/health/ready`),
  })
  return { ...part, port }
}
