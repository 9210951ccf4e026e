import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { Marked } from 'marked'

import { buildSite } from '../apps/server/src/features/handbook/build-site.ts'

const root = path.resolve(import.meta.dirname, '..')

/** A block of code on a page of the handbook. */
export interface Block {
  readonly page: string
  readonly language: string
  readonly text: string
}

/** Every block of code in the handbook. */
export async function documentedBlocks(): Promise<readonly Block[]> {
  const { pages } = await buildSite(root)
  const blocks = Array.from(pages.values(), async ({ file }) => {
    const found: Block[] = []
    const marked = new Marked()
    void marked.walkTokens(marked.lexer(await readFile(path.join(root, file), 'utf8')), (token) => {
      if (token.type !== 'code') return
      found.push({ page: file, language: token['lang'] ?? '', text: token['text'] })
    })
    return found
  })
  return (await Promise.all(blocks)).flat()
}

/** What becomes of the commands of a block in the tests. */
type Fate = { readonly runBy: string } | { readonly runHere: true } | { readonly notRun: string }

const here = { runHere: true } as const
const registry = { notRun: 'needs the registry of packages' }
const systemd = { notRun: 'changes accounts and services of the machine' }
const byPython = { runBy: 'tests/python-client.test.ts' }
const byCommandLine = { runBy: 'tests/command-line.test.ts' }

/** The pages with commands; for each block, its beginning and its fate. */
export const fates: Readonly<Record<string, readonly (readonly [begins: string, Fate])[]>> = {
  'README.md': [['npm start', registry]],
  'README.ko.md': [['npm start', registry]],
  'CONTRIBUTING.md': [
    ['git clone', { notRun: 'needs the address of the repository' }],
    ['node scripts/launch.mjs', { notRun: 'is a part of npm test' }],
  ],
  'clients/python/README.md': [
    ['pip install', registry],
    ['from fovea import Fovea', byPython],
    ['image = next', byPython],
    ['table = dataset', byPython],
    ['import json', byPython],
    ['release = dataset', byPython],
    ['try:', byPython],
    ['from fovea import WrongSignature', byPython],
  ],
  'deploy/README.md': [
    ['useradd', systemd],
    ['cp deploy/fovea.service', systemd],
    ['podman build', { notRun: 'needs a container engine and a registry of images' }],
    ['kubectl', { notRun: 'needs a cluster' }],
  ],
  'docs/audit-trail.md': [['npm run audit-verify', here]],
  'docs/command-line.md': [
    ['node clients/cli/fovea.mjs --help', here],
    ['echo', byCommandLine],
    ['fovea upload', byCommandLine],
    ['fovea datasets', byCommandLine],
  ],
  'docs/dicomweb.md': [['curl', here]],
  'docs/encryption.md': [
    ['cryptsetup', { notRun: 'formats a disk' }],
    ['systemctl stop fovea', { runBy: 'tests/rotate-key.test.ts' }],
  ],
  'docs/events.md': [['curl', here]],
  'docs/installation.md': [
    ['npm start', registry],
    ['npm run backup', here],
  ],
  'docs/mics.md': [['MICS_FILE', { runBy: 'apps/server/src/features/mics/doctor.test.ts' }]],
  'docs/operating.md': [
    ['npm run move-files', { runBy: 'tests/move-files.test.ts' }],
    ['npm run cluster', { notRun: 'is a proof of hours, which kills each part of a cluster' }],
  ],
  'docs/operation.md': [
    ['sudo -u postgres', { notRun: 'changes a PostgreSQL server of the machine' }],
    ['npm run backup', here],
  ],
  'docs/plug-in-models.md': [
    ['cp -r docs/examples/bright-lesions', here],
    ['import hashlib', { notRun: 'needs PyTorch' }],
  ],
  'docs/programs.md': [['curl', here]],
  'docs/releases.md': [['from datasets', { notRun: 'needs the library of Hugging Face' }]],
}

/** The fate of a block; undefined if nobody has decided on it. */
export function fateOf({ page, text }: Block): Fate | undefined {
  return fates[page]?.find(([begins]) => text.startsWith(begins))?.[1]
}

export const isCommand = ({ language }: Block): boolean =>
  language === 'sh' || language === 'python'
