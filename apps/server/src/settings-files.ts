import { readFileSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import { FhirSettings } from '#contract/fhir'
import { Regulatory } from '#contract/info'

/** The folder of the program, from which relative paths of settings start. */
export const root: string = path.resolve(import.meta.dirname, '../../..')

/** The environment is invalid; the message names each faulty variable and its fault. */
export class ConfigError extends Error {}

/** The receiver's certificate and key, both or neither. */
export function readTls(values: {
  DICOM_TLS_CERTIFICATE?: string | undefined
  DICOM_TLS_KEY?: string | undefined
}): { cert: string; key: string } | undefined {
  const { DICOM_TLS_CERTIFICATE: certificate, DICOM_TLS_KEY: key } = values
  if (certificate === undefined && key === undefined) return undefined
  try {
    const read = (file = ''): string => readFileSync(path.resolve(root, file), 'utf8')
    return { cert: read(certificate), key: read(key) }
  } catch (error) {
    throw new ConfigError(
      `DICOM_TLS_CERTIFICATE and DICOM_TLS_KEY cannot be used: ${String(error)}`,
    )
  }
}

/** Settings that name files. */
export function readingFiles<T>(settingsOf: (read: (file: string) => string) => T): T {
  try {
    return settingsOf((file) => readFileSync(path.resolve(root, file), 'utf8'))
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error))
  }
}

export function readAuthority(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    return readFileSync(path.resolve(root, file), 'utf8')
  } catch (error) {
    throw new ConfigError(`DICOM_TLS_CA cannot be used: ${String(error)}`)
  }
}

export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  return z.object({ version: z.string() }).parse(manifest).version
}

/** Every text is optional; a missing one is shown as not configured. */
const RegulatoryFile = Regulatory.omit({ configured: true }).partial().strict()

export function readRegulatory(file: string | undefined): Regulatory {
  const nothing = Object.fromEntries(Object.keys(RegulatoryFile.shape).map((key) => [key, null]))
  if (file === undefined) return Regulatory.parse({ ...nothing, configured: false })
  try {
    const given = RegulatoryFile.parse(JSON.parse(readFileSync(path.resolve(root, file), 'utf8')))
    return Regulatory.parse({ ...nothing, ...given, configured: true })
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new ConfigError(`REGULATORY_FILE=${file} cannot be used:\n${why}`)
  }
}

export function readFhir(file: string | undefined): FhirSettings {
  if (file === undefined) return FhirSettings.parse({})
  try {
    return FhirSettings.parse(JSON.parse(readFileSync(path.resolve(root, file), 'utf8')))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new ConfigError(`FHIR_FILE=${file} cannot be used:\n${why}`)
  }
}
