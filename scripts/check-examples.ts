import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { programsOf } from './pages.ts'

/** Writes the programs of the packages' pages beside a tsconfig and compiles them. */
const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, '.cache/examples')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const page of globSync('packages/*/README.md', { cwd: root })) {
  const name = path.basename(path.dirname(page))
  for (const [at, code] of programsOf(readFileSync(path.join(root, page), 'utf8')).entries()) {
    writeFileSync(path.join(folder, `${name}-${at + 1}.ts`), code)
  }
}
writeFileSync(
  path.join(folder, 'tsconfig.json'),
  JSON.stringify({ extends: '../../tsconfig.node.json', include: ['*.ts'] }),
)
const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
const { status } = spawnSync(process.execPath, [compiler, '-p', folder], { stdio: 'inherit' })
process.exitCode = status ?? 1
