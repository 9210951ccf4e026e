import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

import { testFolder } from './dicom-peers.ts'

const run = promisify(execFile)

/** PEM files of a certificate for 127.0.0.1, its key, and the authority that signed it. */
export async function privateCertificate(): Promise<{
  cert: string
  key: string
  authority: string
}> {
  const folder = await testFolder()
  const inFolder = (name: string): string => path.join(folder, name)
  const authority = inFolder('authority.pem')
  const authorityKey = inFolder('authority-key.pem')
  const [cert, key] = [inFolder('cert.pem'), inFolder('key.pem')]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  const ofClinic = ['-subj', '/CN=Authority of the clinic', '-keyout', authorityKey]
  await run('/usr/bin/openssl', [...request, ...ofClinic, '-out', authority])
  const signed = ['-CA', authority, '-CAkey', authorityKey, '-keyout', key, '-out', cert]
  const named = ['-addext', 'subjectAltName=IP:127.0.0.1', '-addext', 'basicConstraints=CA:FALSE']
  await run('/usr/bin/openssl', [...request, '-subj', '/CN=pacs', ...named, ...signed])
  return { cert, key, authority }
}
